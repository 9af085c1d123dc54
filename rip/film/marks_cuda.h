// Draws marks on an ink in the memory of an NVIDIA GPU.
#pragma once

#include <span>

#include "base/status.h"
#include "rip/film/blocks.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues copying rows of an ink and drawing blocks on the copy. Thread-safe. Errors: a CUDA error.
Status enqueue_marks(const StagedPage& page, const StageRows& rows, std::span<const Block> blocks,
                     const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
