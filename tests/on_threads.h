// Threads for what is given a ParallelFor.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "base/parallel.h"

namespace platerip {

/// Tasks begin in order, on so many threads, the calling one among them.
inline ParallelFor on_threads(int count) {
  return [count](int tasks, const std::function<void(int)>& task) {
    std::atomic<int> next = 0;
    const auto work = [&] {
      for (int i = next++; i < tasks; i = next++) task(i);
    };
    std::vector<std::jthread> threads;
    for (int i = 1; i < count; ++i) threads.emplace_back(work);
    work();
  };
}

}  // namespace platerip
