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

void parallel_ranges(std::size_t count, std::size_t bytes,
                     const std::function<void(std::size_t first, std::size_t end)>& task) {
  constexpr std::size_t task_bytes = std::size_t{1} << 15;  // takes microseconds, as handing over a task does
  const std::size_t tasks = std::min(count, bytes / task_bytes);
  if (tasks < 2) return task(0, count);
  parallel_for(static_cast<int>(tasks), [&](int index) {
    const auto part = static_cast<std::size_t>(index);
    task(part * count / tasks, (part + 1) * count / tasks);
  });
}

// With a single thread, oneTBB would make another one for the task.
void lend_thread(const std::function<void()>& task) {
  if (tbb::this_task_arena::max_concurrency() > 1) tbb::this_task_arena::enqueue(task);
}

}  // namespace platerip::rip
