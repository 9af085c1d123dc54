// Kernels whose threads have four adjacent samples of each row. For .cu files.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "base/quad.h"

namespace platerip {

inline constexpr int quad_threads = 256;
inline constexpr std::int64_t quad_samples = 4;

/// The blocks for rows of `width` samples. Blocks below each other share the rows.
inline dim3 quad_blocks(std::int64_t width, std::int64_t rows) {
  constexpr std::int64_t block_samples = quad_threads * quad_samples, most_rows = 128;
  return dim3(static_cast<unsigned>((width + block_samples - 1) / block_samples),
              static_cast<unsigned>(std::min(rows, most_rows)));
}

/// The columns of this thread. There are none if `count` is not positive.
struct QuadColumns {
  std::int64_t first;
  int count;
};

__device__ inline QuadColumns quad_columns(std::int64_t width) {
  const std::int64_t first = (blockIdx.x * std::int64_t{quad_threads} + threadIdx.x) * quad_samples;
  return {first, static_cast<int>(min(quad_samples, width - first))};
}

__device__ inline bool is_aligned(const void* memory, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(memory) % alignment == 0;
}

/// Loads `count` samples. The others become 0.
template <typename Sample>
__device__ Quad<Sample> load_quad(const Sample* from, int count) {
  if (count == quad_samples && is_aligned(from, sizeof(Quad<Sample>)))
    return *reinterpret_cast<const Quad<Sample>*>(from);
  Quad<Sample> quad{};
  for (int i = 0; i < quad_samples; ++i)
    if (i < count) quad.samples[i] = from[i];
  return quad;
}

template <typename Sample>
__device__ void store_quad(Sample* to, int count, const Quad<Sample>& quad) {
  if (count == quad_samples && is_aligned(to, sizeof quad)) {
    *reinterpret_cast<Quad<Sample>*>(to) = quad;
  } else {
    for (int i = 0; i < quad_samples; ++i)
      if (i < count) to[i] = quad.samples[i];
  }
}

}  // namespace platerip
