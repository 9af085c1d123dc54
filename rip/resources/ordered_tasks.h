// Runs tasks on threads that are free, and their ends in order.
#pragma once

#include <cstddef>
#include <memory>

#include "base/parallel.h"

namespace platerip::rip {

/// Runs tasks on the threads of the strip loop that have nothing else to do. Each lane is a RunInOrder: the ends of its
/// tasks run one at a time and in order, beside those of other lanes. Thread-safe, but each lane serves one thread at a
/// time.
class OrderedTasks {
 public:
  /// At most `most` tasks (at least 1) are unfinished at a time, and each has `bytes` bytes of memory.
  OrderedTasks(std::size_t lanes, std::size_t most, std::size_t bytes);
  OrderedTasks(const OrderedTasks&) = delete;
  OrderedTasks& operator=(const OrderedTasks&) = delete;

  /// Drops the tasks that have not started, and waits for those that have. Without wait(), the ends of these may be
  /// dropped, too.
  ~OrderedTasks();

  /// Adds tasks to a lane. If too many are unfinished, waits, and runs tasks meanwhile. Throws what a task has thrown.
  /// This object outlives it.
  RunInOrder lane(std::size_t lane);

  /// Runs tasks, until all have ended. Throws what a task has thrown; tasks after that are dropped.
  void wait();

 private:
  class Queue;
  std::shared_ptr<Queue> queue_;
};

}  // namespace platerip::rip
