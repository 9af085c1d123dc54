// Finds GPUs and opens them for the pages of a run.
//
// Functions may throw std::bad_alloc, or std::system_error if no thread can be started; nothing else. They are
// thread-safe.
#pragma once

#include <cstddef>
#include <memory>

#include "base/status.h"

namespace platerip::rip {

/// One open GPU, for RunResources::gpu. Thread-safe. Its destructor waits until it has started.
class Gpu;

/// Whether this build can use GPUs at all.
bool has_gpus();

/// Checks that GPU `number`, counted from 0 among the visible ones, can be used, without starting it. Errors: this
/// build supports no GPUs, the machine has no driver or too old a one, or there is no such GPU.
Status find_gpu(int number);

/// Starts GPU `number` in a thread of its own. Errors, including those of find_gpu(), are reported by the pages that
/// are to use it. `memory`: the most bytes of GPU memory that a page may take; 0: all free memory. Null if this build
/// supports no GPUs.
std::shared_ptr<Gpu> open_gpu(int number, std::size_t memory);

}  // namespace platerip::rip
