// Applies curves that change across a plate to an ink in the memory of an NVIDIA GPU.
#pragma once

#include <span>

#include "base/status.h"
#include "rip/strips/column_curves.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues making rows of an ink. The curves are in device memory, too. Thread-safe. Errors: a CUDA error.
Status enqueue_across(const StagedPage& page, const StageRows& rows, std::span<const ColumnCurve> curves,
                      const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
