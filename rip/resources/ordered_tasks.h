// Runs tasks on free threads, and ends them in order.
#pragma once

#include <cstddef>
#include <memory>

#include "base/parallel.h"

namespace platerip::rip {

/// Runs tasks on the threads of the strip loop that have nothing else to do. A task is an OrderedTask, with the halves
/// `work` and `end`. Each lane is a RunInOrder: the `end` halves of its tasks run one at a time and in order. Lanes do
/// not wait for each other. Thread-safe, but each lane serves one thread at a time.
class OrderedTasks {
 public:
  /// At most `most` tasks of all lanes are unfinished at a time; it must be at least 1. Each task has `bytes` bytes of
  /// memory.
  OrderedTasks(std::size_t lanes, std::size_t most, std::size_t bytes);
  OrderedTasks(const OrderedTasks&) = delete;
  OrderedTasks& operator=(const OrderedTasks&) = delete;

  /// Drops the tasks that have not started, and waits for those that have. Without wait() before, their `end` halves
  /// may be dropped, too.
  ~OrderedTasks();

  /// The function that adds a task to a lane, numbered from 0. If too many tasks are unfinished, it runs tasks and
  /// waits until there is room. It throws what a task has thrown. This object must outlive its last call.
  RunInOrder lane(std::size_t lane);

  /// Runs tasks until all have ended. Throws what a task has thrown; the tasks after that one are dropped.
  void wait();

 private:
  class Queue;
  std::shared_ptr<Queue> queue_;
};

}  // namespace platerip::rip
