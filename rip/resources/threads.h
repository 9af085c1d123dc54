// Threads for the libraries, which have none of their own.
#pragma once

#include <functional>

#include "base/parallel.h"

namespace platerip::rip {

/// For work outside the loop, on up to `threads` threads of its own: as ParallelFor has it.
ParallelFor on_threads(int threads);

/// Inside a stage: the loop's threads, for tasks that belong to one strip; the same.
void parallel_for(int count, const std::function<void(int)>& task);

}  // namespace platerip::rip
