// Which GPU pages go to: found, and opened once for all of them.
#pragma once

#include <cstddef>
#include <memory>

#include "base/status.h"

namespace platerip::rip {

/// One GPU, from page to page; it is for RunResources::gpu, and any thread may use it.
class Gpu;

/// Whether this build can use GPUs at all.
bool has_gpus();

/// Can GPU `number`, counting those visible from 0, be used? It is not started. Errors: this build has none, the
/// machine has no driver or too old a one, there is no such GPU.
Status find_gpu(int number);

/// Starts GPU `number` in a thread of its own; errors, find_gpu()'s too, are those of the pages that are to go there.
/// `memory`: bytes of the GPU's that pages may take at most; 0: what is free. Null in a build that has none.
std::shared_ptr<Gpu> open_gpu(int number, std::size_t memory);

}  // namespace platerip::rip
