// Makes something of pages on another thread, one page ahead of the one that is asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
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

  /// What is made of page `index`. Then begins with the next page that is likely to be asked for: as far behind this
  /// one as this one is behind the last, because runs that share a book ask for every N-th page.
  Made take(int index) {
    std::unique_ptr<Ahead> ahead = taken_over(index);
    Made made = ahead ? ahead->made.get() : make_(index, {});
    begin_next();
    return made;
  }

 private:
  struct Ahead {
    explicit Ahead(int of) : index(of) {}
    Ahead(const Ahead&) = delete;
    Ahead& operator=(const Ahead&) = delete;
    ~Ahead() { is_unwanted = true; }  // then `made` waits for its thread

    int index;
    std::atomic<bool> is_unwanted = false;
    std::future<Made> made;
  };

  // The page if it is being made ahead. One that was passed over is given up.
  std::unique_ptr<Ahead> taken_over(int index) {
    std::unique_ptr<Ahead> passed_over;
    const std::lock_guard lock(mutex_);
    if (last_ && index > *last_) step_ = index - *last_;
    if (!last_ || index > *last_) last_ = index;
    if (ahead_ && ahead_->index == index) return std::move(ahead_);
    if (ahead_ && ahead_->index < index) passed_over = std::move(ahead_);
    return nullptr;
  }

  void begin_next() {
    const std::lock_guard lock(mutex_);
    const std::int64_t next_page = std::int64_t{*last_} + step_;
    if (ahead_ || next_page > std::numeric_limits<int>::max() || !is_wanted_(static_cast<int>(next_page))) return;
    ahead_ = std::make_unique<Ahead>(static_cast<int>(next_page));
    Ahead& next = *ahead_;
    next.made = std::async(std::launch::async,
                           [this, &next] { return make_(next.index, [&next] { return next.is_unwanted.load(); }); });
  }

  std::function<bool(int)> is_wanted_;
  std::function<Made(int, const std::function<bool()>&)> make_;
  std::mutex mutex_;
  std::optional<int> last_;  // the furthest page that was asked for
  int step_ = 1;
  std::unique_ptr<Ahead> ahead_;
};

}  // namespace platerip::rip
