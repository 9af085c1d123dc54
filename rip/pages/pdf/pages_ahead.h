// Makes something of pages on other threads, ahead of the pages that are asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

namespace platerip::rip {

/// `Made` is what is made of a page. All functions are thread-safe, and throw what making throws.
template <typename Made>
class PagesAhead {
 public:
  /// `make` makes a page, on any thread; it should end soon when `stop` returns true. `is_wanted` says whether there is
  /// such a page, and somebody may ask for it.
  PagesAhead(std::function<bool(int index)> is_wanted,
             std::function<Made(int index, const std::function<bool()>& stop)> make)
      : is_wanted_(std::move(is_wanted)), make_(std::move(make)) {}

  /// What is made of page `index`. Then begins with the pages that are likely to be asked for next, `ahead` at most.
  /// They are as far apart as this one is from the last, because runs that share a book ask for every N-th page.
  Made take(int index, int ahead) {
    std::optional<Page> page = taken_over(index);
    Made made = page ? page->made.get() : make_(index, {});
    try {
      begin_next(ahead);
    } catch (const std::system_error&) {  // no thread is left; the pages are made when they are asked for
    }
    return made;
  }

 private:
  struct Page {
    std::shared_ptr<std::atomic<bool>> is_unwanted = std::make_shared<std::atomic<bool>>(false);
    std::future<Made> made = {};
  };
  using Pages = std::map<int, Page>;

  // Ends the making of all pages in it, and waits for that.
  struct GivenUp {
    Pages pages;
    GivenUp() = default;
    GivenUp(const GivenUp&) = delete;
    GivenUp& operator=(const GivenUp&) = delete;
    ~GivenUp() {
      for (auto& [index, page] : pages) *page.is_unwanted = true;
    }  // a future waits for its thread
  };

  // The page if it is being made ahead. Those that were passed over are given up.
  std::optional<Page> taken_over(int index) {
    GivenUp passed_over;
    const std::lock_guard lock(mutex_);
    if (last_ && index > *last_) step_ = index - *last_;
    if (!last_ || index > *last_) last_ = index;
    while (!ahead_.pages.empty() && ahead_.pages.begin()->first < index)
      passed_over.pages.insert(ahead_.pages.extract(ahead_.pages.begin()));
    const auto found = ahead_.pages.find(index);
    if (found == ahead_.pages.end()) return std::nullopt;
    std::optional<Page> page(std::move(found->second));
    ahead_.pages.erase(found);
    return page;
  }

  void begin_next(int most) {
    const std::lock_guard lock(mutex_);
    for (int pages = 1; pages <= most; ++pages) {
      const std::int64_t next = *last_ + std::int64_t{pages} * step_;
      if (next > std::numeric_limits<int>::max() || !is_wanted_(static_cast<int>(next))) return;
      if (!ahead_.pages.contains(static_cast<int>(next))) begin(static_cast<int>(next));
    }
  }

  void begin(int index) {
    Page page;
    page.made = std::async(std::launch::async, [this, index, is_unwanted = page.is_unwanted] {
      return make_(index, [&is_unwanted] { return is_unwanted->load(); });
    });
    ahead_.pages.emplace(index, std::move(page));
  }

  std::function<bool(int)> is_wanted_;
  std::function<Made(int, const std::function<bool()>&)> make_;
  std::mutex mutex_;
  std::optional<int> last_;  // the furthest page that was asked for
  int step_ = 1;
  GivenUp ahead_;
};

}  // namespace platerip::rip
