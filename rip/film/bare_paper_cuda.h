// Leaves the paper around pages bare in the memory of an NVIDIA GPU.
#pragma once

#include "base/status.h"
#include "rip/pages/placing/steps.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Enqueues emptying rows of an ink where no copy of the page lies on the sheet. Thread-safe. Errors: a CUDA error.
Status empty_paper(const StagedPage& page, const StageRows& rows, const Stepping& sheet, const separation::Plane& ink,
                   separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
