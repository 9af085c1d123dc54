// Threads for functions that take a LendThread.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/lend_thread.h"

namespace platerip {

/// Runs tasks on `count` threads of its own. The last copy of the LendThread must not be destroyed by one of them.
inline LendThread lent_threads(int count) {
  struct Pool {
    explicit Pool(int count) {
      for (int i = 0; i < count; ++i) threads.emplace_back([this](const std::stop_token& stop) { work(stop); });
    }

    void work(const std::stop_token& stop) {
      std::unique_lock lock(mutex);
      while (changed.wait(lock, stop, [this] { return !tasks.empty(); })) {
        const std::function<void()> task = std::move(tasks.front());
        tasks.pop_front();
        lock.unlock();
        task();
        lock.lock();
      }
    }

    std::mutex mutex;
    std::condition_variable_any changed;
    std::deque<std::function<void()>> tasks;
    std::vector<std::jthread> threads;  // declared last, as they use the others
  };
  const auto pool = std::make_shared<Pool>(count);
  return [pool](const std::function<void()>& task) {
    const std::lock_guard lock(pool->mutex);
    pool->tasks.push_back(task);
    pool->changed.notify_one();
  };
}

}  // namespace platerip
