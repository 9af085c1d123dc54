// Gives an ink a part of another one in the memory of an NVIDIA GPU.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues looking up the samples of `in` in a table in device memory; null: `out` becomes empty. Thread-safe. Errors:
/// a CUDA error.
Status enqueue_part(const StagedPage& page, const StageRows& rows, const std::uint16_t* table,
                    const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
