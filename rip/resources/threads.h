// Threads for the libraries, which create none of their own.
#pragma once

#include <cstddef>
#include <functional>

#include "base/parallel.h"

namespace platerip::rip {

/// `wanted`, or the number of cores if that is 0 or less.
int thread_count(int wanted);

/// A ParallelFor for work outside the strip loop, on up to `threads` threads of its own.
ParallelFor on_threads(int threads);

/// A ParallelFor for use within a step of the strip loop: runs tasks of one strip on the loop's threads.
void parallel_for(int count, const std::function<void(int)>& task);

/// The same for `count` items that have `bytes` bytes together. A task takes the items from `first` to before `end`, as
/// many as are worth a thread.
void parallel_ranges(std::size_t count, std::size_t bytes,
                     const std::function<void(std::size_t first, std::size_t end)>& task);

/// For use within a step of the strip loop: lets another thread of the loop run `task` later. It may never run: if the
/// loop has a single thread, or ends before. `task` must not throw.
void lend_thread(const std::function<void()>& task);

}  // namespace platerip::rip
