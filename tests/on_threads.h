// Threads for functions that take a ParallelFor.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

#include "base/parallel.h"

namespace platerip {

/// Runs tasks on `count` threads, one of which is the calling one. Tasks begin in order.
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
