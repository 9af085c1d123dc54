// oneTBB threads for one piece of work.
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <functional>
#include <list>

namespace platerip::rip {

/// An arena of `threads` threads, used by nobody else during this object's lifetime. oneTBB keeps some memory for every
/// arena ever made, so arenas are reused. Thread-safe.
class ThreadArena {
 public:
  /// `threads`: at least 1, with the calling thread.
  explicit ThreadArena(int threads);
  ThreadArena(const ThreadArena&) = delete;
  ThreadArena& operator=(const ThreadArena&) = delete;
  ~ThreadArena();

  /// Runs `work`, whose tasks run in the arena, and returns when it is done. Throws what it throws.
  void execute(const std::function<void()>& work);

 private:
  int threads_;
  std::list<oneapi::tbb::task_arena> arena_;  // one
};

}  // namespace platerip::rip
