// Leaves the paper around pages bare in the memory of an NVIDIA GPU.
#pragma once

#include "base/status.h"
#include "rip/pages/placing/steps.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues copying rows of an ink where a copy of the page lies on the sheet. All else becomes empty. Thread-safe.
/// Errors: a CUDA error.
Status enqueue_bare_paper(const StagedPage& page, const StageRows& rows, const Stepping& sheet,
                          const separation::Plane& in, const separation::Plane& out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
