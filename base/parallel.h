// How a library gets work done by several threads without having any: its caller brings them.
#pragma once

#include <functional>

namespace platerip {

/// Runs task(0) … task(count − 1) on as many threads as it likes, each once, and returns when all are done. Tasks may
/// be started in any order; one may wait for others that have been started, never for one that has not. So whoever runs
/// them must let a task that has been started go on. A task may itself run tasks by the same ParallelFor, and several
/// threads may use one at once.
using ParallelFor = std::function<void(int count, const std::function<void(int)>& task)>;

/// The same by `parallel`, or where that is empty by the calling thread alone.
inline void run_tasks(const ParallelFor& parallel, int count, const std::function<void(int)>& task) {
  if (parallel) return parallel(count, task);
  for (int i = 0; i < count; ++i) task(i);
}

}  // namespace platerip
