// How the libraries use several threads without creating any: the caller supplies them.
//
// Functions throw whatever `parallel` or the task throws, and nothing else.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace platerip {

/// Runs task(0) … task(count − 1), each once and on any number of threads, and returns when all are done. Tasks may
/// start in any order. A task may wait for another task that has started, but never for one that has not. So an
/// implementation must let every started task proceed. A task may call the same ParallelFor, and several threads may
/// call it at once.
using ParallelFor = std::function<void(int count, const std::function<void(int)>& task)>;

/// Runs the tasks with `parallel`. If that is empty, runs them in order on the calling thread.
inline void run_tasks(const ParallelFor& parallel, int count, const std::function<void(int)>& task) {
  if (parallel) return parallel(count, task);
  for (int i = 0; i < count; ++i) task(i);
}

/// A task with two halves, `work` and `end`. They share the memory that `work` gets, which need not be initialized.
struct OrderedTask {
  std::function<void(std::span<std::byte> memory)> work;  ///< runs on any thread, beside other tasks
  std::function<void()> end;                              ///< runs after `work`, in the order of the tasks
};

/// Runs both halves of a task, now or later. The function that takes a RunInOrder says how much memory each task needs.
/// The `end` halves run one at a time, in the order of the calls. A call may wait until earlier tasks have ended. One
/// thread at a time may call it.
using RunInOrder = std::function<void(OrderedTask task)>;

}  // namespace platerip
