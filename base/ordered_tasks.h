// Runs tasks on free threads, and ends them in order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/lend_thread.h"
#include "base/parallel.h"

namespace platerip {

/// Runs tasks on threads that are lent, and on those that wait for tasks. A task is an OrderedTask, with the halves
/// `work` and `end`. Each lane is a RunInOrder: the `end` halves of its tasks run one at a time and in order. Lanes do
/// not wait for each other. Thread-safe, but each lane serves one thread at a time.
class OrderedTasks {
 public:
  /// At most `most` tasks of all lanes are unfinished at a time, and at most `at_once` of them run at a time; both must
  /// be at least 1. Each task has `bytes` bytes of memory. If `lend` is empty, tasks run only while somebody waits.
  OrderedTasks(std::size_t lanes, std::size_t most, std::size_t bytes, LendThread lend,
               std::size_t at_once = static_cast<std::size_t>(-1))
      : queue_(std::make_shared<Queue>(lanes, most, bytes, at_once)), lend_(std::move(lend)) {}
  OrderedTasks(const OrderedTasks&) = delete;
  OrderedTasks& operator=(const OrderedTasks&) = delete;

  /// Drops the tasks that have not started, and waits for those that have. Without wait() before, their `end` halves
  /// may be dropped, too.
  ~OrderedTasks() { queue_->drop(); }

  /// The function that adds a task to a lane, numbered from 0. If too many tasks are unfinished, it runs tasks and
  /// waits until there is room. It throws what a task has thrown. This object must outlive its last call.
  RunInOrder lane(std::size_t lane) {
    return [queue = queue_, lend = lend_, lane](OrderedTask task) {
      queue->add(lane, std::move(task));
      if (lend) lend([queue] { queue->run(); });
    };
  }

  /// Runs tasks until all have ended. Throws what a task has thrown; the tasks after that one are dropped.
  void wait() { queue_->wait(); }

  /// Runs tasks until `is_met()`, which the end of a task makes true. One thread at a time calls it, but while ends may
  /// run. Throws what a task has thrown.
  void wait_until(const std::function<bool()>& is_met) { queue_->wait_until(is_met); }

 private:
  /// The tasks of all lanes. A thread that comes too late, after the OrderedTasks have ended, finds an empty queue.
  class Queue {
   public:
    Queue(std::size_t lanes, std::size_t most, std::size_t bytes, std::size_t at_once)
        : bytes_(bytes),
          memory_(std::make_unique_for_overwrite<std::byte[]>(most * bytes)),
          lanes_(lanes),
          most_(most),
          at_once_(at_once) {
      for (std::size_t place = 0; place < most; ++place) free_.push_back(place);
    }

    void add(std::size_t lane, OrderedTask task) {
      Lock lock(mutex_);
      run_until(lock, [this] { return !free_.empty(); });
      const auto entry = std::make_shared<Entry>(Entry{std::move(task), lane, free_.back()});
      lanes_[lane].entries.push_back(entry);
      unstarted_.push_back(entry);
      free_.pop_back();
    }

    /// Runs the tasks that have not started, until all have.
    void run() {
      Lock lock(mutex_);
      while (run_one(lock)) continue;
    }

    void wait() {
      Lock lock(mutex_);
      run_until(lock, [this] { return free_.size() == most_; });
    }

    void wait_until(const std::function<bool()>& is_met) {
      Lock lock(mutex_);
      run_until(lock, [&] { return thrown_ || is_met(); });
    }

    void drop() noexcept {
      Lock lock(mutex_);
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

    // Runs the task that was added first and has not started.
    bool run_one(Lock& lock) {
      if (unstarted_.empty() || running_ == at_once_) return false;
      const std::shared_ptr<Entry> entry = std::move(unstarted_.front());
      unstarted_.pop_front();
      ++running_;
      attempt(lock, [&] { entry->task.work({memory_.get() + entry->place * bytes_, bytes_}); });
      --running_;
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

    // Runs half a task, unlocked.
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
    std::size_t at_once_;
    std::size_t running_ = 0;
    std::vector<std::size_t> free_;  // places in memory of tasks to come
    bool dropping_ = false;
    std::exception_ptr thrown_;
  };

  std::shared_ptr<Queue> queue_;
  LendThread lend_;
};

}  // namespace platerip
