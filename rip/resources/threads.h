// Threads for the libraries, which create none of their own.
#pragma once

#include <functional>

#include "base/parallel.h"

namespace platerip::rip {

/// `wanted`, or the number of cores if that is 0 or less.
int thread_count(int wanted);

/// A ParallelFor for work outside the strip loop, on up to `threads` threads of its own.
ParallelFor on_threads(int threads);

/// A ParallelFor for use within a step of the strip loop: runs tasks of one strip on the loop's threads.
void parallel_for(int count, const std::function<void(int)>& task);

/// For use within a step of the strip loop: lets another thread of the loop run `task` later. It may never run: if the
/// loop has a single thread, or ends before. `task` must not throw.
void lend_thread(const std::function<void()>& task);

}  // namespace platerip::rip
