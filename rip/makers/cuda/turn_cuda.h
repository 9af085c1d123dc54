// Turns rows of a page in the memory of an NVIDIA GPU.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"
#include "rip/pages/placing/turn.h"
#include "separation/cuda/device_strip.h"

namespace platerip::rip::cuda {

/// Rows of a page, and where they lie before they are turned (read_lying()). Both places are in device memory, aligned
/// to words of 4 bytes, and rows follow each other without gaps. They do not overlap.
struct RowsToTurn {
  const std::byte* from = nullptr;
  std::byte* to = nullptr;
  std::int64_t width = 0;  ///< of the turned rows, in pixels
  std::int64_t rows = 0;
  int pixel_bytes = 0;  ///< at most 256
  Turn turn = {};
};

/// Enqueues turning them. The last word of `from` is read as a whole. Thread-safe. Errors: a CUDA error.
Status enqueue_turn(const RowsToTurn& rows, separation::cuda::Stream stream);

}  // namespace platerip::rip::cuda
