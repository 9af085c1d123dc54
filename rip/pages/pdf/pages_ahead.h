// Makes something of pages on other threads, ahead of the pages that are asked for.
#pragma once

#include <algorithm>
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

/// `Made` is what is made of one or more pages together. All functions are thread-safe, and throw what making throws.
template <typename Made>
class PagesAhead {
 public:
  /// `make` makes `count` pages from `first` on, on any thread; it should end soon when `stop` returns true. `together`
  /// says how many pages from `first` on may be made together; 0 if there is no such page, or nobody asks for it.
  PagesAhead(std::function<int(int first)> together,
             std::function<Made(int first, int count, const std::function<bool()>& stop)> make)
      : together_(std::move(together)), make_(std::move(make)) {}
  PagesAhead(const PagesAhead&) = delete;
  PagesAhead& operator=(const PagesAhead&) = delete;
  ~PagesAhead() {
    for (const auto& [first, range] : ranges_) *range.is_unwanted = true;
  }

  /// What is made of page `index` and perhaps of its neighbours. Then begins with the pages that are likely to be asked
  /// for next, in `ahead` ranges at most. They are as far apart as this one is from the last, because runs that share a
  /// book ask for every N-th page. Ranges grow with the number of pages that were asked for, so that the first pages
  /// come soon.
  Made take(int index, int ahead) {
    const std::shared_future<Made> begun = taken_from(index);
    Made made = begun.valid() ? begun.get() : make_(index, 1, {});
    try {
      begin_next(ahead);
    } catch (const std::system_error&) {  // no thread is left; the pages are made when they are asked for
    }
    return made;
  }

 private:
  struct Range {
    int count = 1;
    bool is_taken = false;  // some of its pages
    std::shared_ptr<std::atomic<bool>> is_unwanted = std::make_shared<std::atomic<bool>>(false);
    std::shared_future<Made> made = {};  // the last one waits for its thread
  };
  using Ranges = std::map<std::int64_t, Range>;  // by their first pages

  typename Ranges::iterator range_of(std::int64_t page) {
    const auto after = ranges_.upper_bound(page);
    if (after == ranges_.begin()) return ranges_.end();
    const auto range = std::prev(after);
    return page < range->first + range->second.count ? range : ranges_.end();
  }

  // The range of the page if it is being made ahead. Ranges that were passed over are given up.
  std::shared_future<Made> taken_from(int index) {
    Ranges passed_over;
    const std::lock_guard lock(mutex_);
    ++asked_;
    if (last_ && index > *last_) step_ = index - *last_;
    last_ = std::max(index, last_.value_or(index));
    while (!ranges_.empty() && ranges_.begin()->first + ranges_.begin()->second.count <= index)
      passed_over.insert(ranges_.extract(ranges_.begin()));
    for (const auto& [first, range] : passed_over) {
      if (!range.is_taken) *range.is_unwanted = true;
    }
    const auto found = range_of(index);
    if (found == ranges_.end()) return {};
    Range& range = found->second;
    range.is_taken = true;
    const std::shared_future<Made> made = range.made;
    if (index == found->first + range.count - 1) ranges_.erase(found);
    return made;
  }

  void begin_next(int most) {
    const std::lock_guard lock(mutex_);
    std::int64_t next = behind_range_of(*last_);
    for (int ranges = 0; ranges < most; ++ranges) {
      if (next > std::numeric_limits<int>::max()) return;
      if (range_of(next) == ranges_.end() && !begin(static_cast<int>(next), most)) return;
      next = behind_range_of(next);
    }
  }

  // The page after this one that is likely to be asked for, and is not in the same range.
  std::int64_t behind_range_of(std::int64_t page) {
    const auto range = range_of(page);
    do page += step_;
    while (range != ranges_.end() && range_of(page) == range);
    return page;
  }

  // Returns whether there is such a page.
  bool begin(int first, int ranges_at_once) {
    const int likely = step_ == 1 ? std::max(asked_ / ranges_at_once, 1) : 1;
    Range range{.count = std::min(together_(first), likely)};
    if (range.count == 0) return false;
    range.made = std::async(std::launch::async, [this, first, count = range.count, is_unwanted = range.is_unwanted] {
      return make_(first, count, [&is_unwanted] { return is_unwanted->load(); });
    });
    ranges_.emplace(first, std::move(range));
    return true;
  }

  std::function<int(int)> together_;
  std::function<Made(int, int, const std::function<bool()>&)> make_;
  std::mutex mutex_;
  int asked_ = 0;
  std::optional<int> last_;  // the furthest page that was asked for
  int step_ = 1;
  Ranges ranges_;
};

}  // namespace platerip::rip
