// Mirrors rows in the memory of an NVIDIA GPU.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues PageStage::run() of a stage that mirrors rows left to right. Thread-safe. Errors: a CUDA error.
Status enqueue_mirror(const StagedPage& page, const StageRows& rows, const std::byte* in, std::ptrdiff_t stride,
                      std::byte* out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
