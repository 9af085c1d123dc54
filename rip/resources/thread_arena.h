// Threads of oneTBB's for one piece of work.
#pragma once

#include <oneapi/tbb/task_arena.h>

#include <functional>
#include <list>

namespace platerip::rip {

/// An arena of `threads` threads that is nobody else's while this lives. oneTBB keeps some memory of every arena that
/// there was, so those of work that has ended are taken again. Any thread.
class ThreadArena {
 public:
  explicit ThreadArena(int threads);
  ThreadArena(const ThreadArena&) = delete;
  ThreadArena& operator=(const ThreadArena&) = delete;
  ~ThreadArena();

  /// Returns when `work` has, whose tasks run in the arena. Throws what it throws.
  void execute(const std::function<void()>& work);

 private:
  int threads_;
  std::list<oneapi::tbb::task_arena> arena_;  // one
};

}  // namespace platerip::rip
