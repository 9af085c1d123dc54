// Lays rows on a sheet in the memory of an NVIDIA GPU.
#pragma once

#include <cstddef>
#include <vector>

#include "base/status.h"
#include "rip/pages/placing/steps.h"
#include "rip/strips/stages.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// What becomes of a row.
struct RowOnSheet {
  Steps across;
  bool mirror = false;
  const std::vector<std::byte>& paper;  ///< a pixel: the bytes of a sample are equal, and those after the fourth are 0
};

/// Enqueues PageStage::run() of a stage that lays rows on a sheet. Thread-safe. Errors: a CUDA error.
Status enqueue_sheet(const StagedPage& page, const StageRows& rows, const RowOnSheet& sheet, const std::byte* in,
                     std::ptrdiff_t stride, std::byte* out, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
