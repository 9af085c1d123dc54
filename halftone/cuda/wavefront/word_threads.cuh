// The threads that convert boundary words: one for each word of a row. Private to halftone/cuda/.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/wavefront/boundary_words.h"

namespace platerip::halftone::cuda {

inline constexpr int word_threads = 256;

/// The word of this thread, counted from the beginning of the row.
inline __device__ std::int64_t thread_word() {
  return blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
}

/// A row of blocks for each plane.
inline dim3 word_blocks(const BoundaryShape& shape) {
  return {static_cast<unsigned>((shape.row + word_threads - 1) / word_threads), static_cast<unsigned>(shape.planes)};
}

}  // namespace platerip::halftone::cuda
