// Takes ink back from where a colour is knocked out in the memory of an NVIDIA GPU.
#pragma once

#include "base/status.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues copying rows of an ink, but not where `mask` is more than 0. Thread-safe. Errors: a CUDA error.
Status enqueue_knock_out(const StagedPage& page, const StageRows& rows, const separation::Plane& ink,
                         const separation::Plane& mask, const separation::Plane& out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
