// Draws marks on an ink in the memory of an NVIDIA GPU.
#pragma once

#include <span>

#include "base/status.h"
#include "rip/film/blocks.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues drawing blocks on rows of an ink. They may overlap only if they have the same percentage. Thread-safe.
/// Errors: a CUDA error.
Status draw_marks(const StagedPage& page, const StageRows& rows, std::span<const Block> blocks,
                  const separation::Plane& ink, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
