#include "rip/resources/ordered_tasks.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <utility>
#include <vector>

#include "rip/resources/threads.h"

namespace platerip::rip {

/// The tasks of all lanes. It outlives the OrderedTasks: a lent thread that comes too late finds an empty queue.
class OrderedTasks::Queue {
 public:
  Queue(std::size_t lanes, std::size_t most, std::size_t bytes)
      : bytes_(bytes), memory_(std::make_unique_for_overwrite<std::byte[]>(most * bytes)), lanes_(lanes), most_(most) {
    for (std::size_t place = 0; place < most; ++place) free_.push_back(place);
  }

  void add(std::size_t lane, OrderedTask task) {
    std::unique_lock lock(mutex_);
    run_until(lock, [this] { return !free_.empty(); });
    const auto entry = std::make_shared<Entry>(Entry{std::move(task), lane, free_.back()});
    lanes_[lane].entries.push_back(entry);
    unstarted_.push_back(entry);
    free_.pop_back();
  }

  /// Runs the oldest task that has not started, if there is one.
  void run_one() {
    std::unique_lock lock(mutex_);
    run_one(lock);
  }

  void wait() {
    std::unique_lock lock(mutex_);
    run_until(lock, [this] { return free_.size() == most_; });
  }

  void drop() noexcept {
    std::unique_lock lock(mutex_);
    dropping_ = true;
    thrown_ = nullptr;
    run_until(lock, [this] { return free_.size() == most_; });
  }

 private:
  struct Entry {
    OrderedTask task;
    std::size_t lane;
    std::size_t place;  // of its memory
    bool has_worked = false;
  };
  using Lock = std::unique_lock<std::mutex>;

  struct Lane {
    std::deque<std::shared_ptr<Entry>> entries;  // unfinished
    bool ending = false;                         // a thread runs the ends of its tasks
  };

  template <typename Condition>
  void run_until(Lock& lock, const Condition& is_met) {
    while (!is_met()) {
      if (!run_one(lock)) changed_.wait(lock);
    }
    if (thrown_) std::rethrow_exception(thrown_);
  }

  bool run_one(Lock& lock) {
    if (unstarted_.empty()) return false;
    const std::shared_ptr<Entry> entry = std::move(unstarted_.front());
    unstarted_.pop_front();
    attempt(lock, [&] { entry->task.work({memory_.get() + entry->place * bytes_, bytes_}); });
    entry->has_worked = true;
    run_ends(lanes_[entry->lane], lock);
    return true;
  }

  void run_ends(Lane& lane, Lock& lock) {
    if (lane.ending) return;
    lane.ending = true;
    while (!lane.entries.empty() && lane.entries.front()->has_worked) {
      const std::shared_ptr<Entry> entry = lane.entries.front();
      attempt(lock, entry->task.end);
      lane.entries.pop_front();
      free_.push_back(entry->place);
      changed_.notify_all();
    }
    lane.ending = false;
  }

  // Runs half a task without the lock. After an exception, skips it.
  template <typename Half>
  void attempt(Lock& lock, const Half& half) {
    if (dropping_ || thrown_) return;
    std::exception_ptr thrown;
    lock.unlock();
    try {
      half();
    } catch (...) {
      thrown = std::current_exception();
    }
    lock.lock();
    if (!dropping_ && !thrown_) thrown_ = thrown;
  }

  std::size_t bytes_;
  std::unique_ptr<std::byte[]> memory_;
  std::mutex mutex_;
  std::condition_variable changed_;  // a task has ended
  std::vector<Lane> lanes_;
  std::deque<std::shared_ptr<Entry>> unstarted_;
  std::size_t most_;
  std::vector<std::size_t> free_;  // places in memory of tasks to come
  bool dropping_ = false;
  std::exception_ptr thrown_;
};

OrderedTasks::OrderedTasks(std::size_t lanes, std::size_t most, std::size_t bytes)
    : queue_(std::make_shared<Queue>(lanes, most, bytes)) {}

OrderedTasks::~OrderedTasks() {
  queue_->drop();
}

RunInOrder OrderedTasks::lane(std::size_t lane) {
  return [queue = queue_, lane](OrderedTask task) {
    queue->add(lane, std::move(task));
    lend_thread([queue] { queue->run_one(); });
  };
}

void OrderedTasks::wait() {
  queue_->wait();
}

}  // namespace platerip::rip
