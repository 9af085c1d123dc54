#include "rip/resources/threads.h"

#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "rip/resources/thread_arena.h"

namespace platerip::rip {

namespace tbb = oneapi::tbb;

int thread_count(int wanted) {
  static const auto cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));  // reads a file
  return wanted > 0 ? wanted : cores;
}

ParallelFor on_threads(int threads) {
  return [threads](int count, const std::function<void(int)>& task) {
    ThreadArena(threads).execute([&] { tbb::parallel_for(0, count, task, tbb::simple_partitioner()); });
  };
}

// Isolated, so that a thread that waits for the tasks of its strip does not meanwhile start a stage of another strip.
void parallel_for(int count, const std::function<void(int)>& task) {
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(0, count, task); });
}

// With a single thread, oneTBB would make another one for the task.
void lend_thread(const std::function<void()>& task) {
  if (tbb::this_task_arena::max_concurrency() > 1) tbb::this_task_arena::enqueue(task);
}

}  // namespace platerip::rip
