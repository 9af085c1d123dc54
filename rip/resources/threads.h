// Threads for the libraries, which create none of their own.
#pragma once

#include <functional>

#include "base/parallel.h"

namespace platerip::rip {

/// `wanted`, or if that is 0 the number of cores.
int thread_count(int wanted);

/// A ParallelFor for work outside the strip loop, on up to `threads` threads of its own.
ParallelFor on_threads(int threads);

/// A ParallelFor for use within a stage of the strip loop: runs tasks of one strip on the loop's threads.
void parallel_for(int count, const std::function<void(int)>& task);

/// For use within a stage of the strip loop: runs `task` later on one of the loop's other threads, or on none if the
/// loop has only one thread or ends before. `task` must not throw.
void lend_thread(const std::function<void()>& task);

}  // namespace platerip::rip
