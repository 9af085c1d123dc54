#include "halftone/cuda/tones/sum_words.h"

#include <cuda_runtime.h>

#include "base/cuda_start.h"
#include "halftone/cuda/tones/step.h"
#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {
namespace {

__device__ std::int64_t word() {
  return blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
}

__device__ std::uint32_t word_of(const BoundaryShape& shape, int sum) {
  const float zero = shape.is_fixed ? -tone_zero : tone_zero;
  return __float_as_uint(zero + static_cast<float>(sum));
}
__device__ int sum_of(const BoundaryShape& shape, std::uint32_t word) {
  const float zero = shape.is_fixed ? -tone_zero : tone_zero;
  return static_cast<int>(__uint_as_float(word) - zero);
}

__global__ void load(BoundaryShape shape, const std::int16_t* sums, std::uint32_t* words) {
  if (word() >= shape.row) return;
  const std::int64_t column = word() - shape.reach;
  const bool none = sums == nullptr || column < 0 || column >= shape.width;
  const int sum = none ? 0 : max(-shape.largest, min(shape.largest, int{sums[blockIdx.y * shape.width + column]}));
  words[blockIdx.y * shape.row + word()] = word_of(shape, sum);
}

__global__ void save(BoundaryShape shape, const std::uint32_t* words, const std::uint32_t* taken, std::int16_t* sums) {
  const std::int64_t column = word() - shape.reach;
  if (column < 0 || column >= shape.width) return;
  const std::int64_t at = blockIdx.y * shape.row + word();
  const std::uint32_t value = words[at] == not_yet && taken != nullptr ? taken[at] : words[at];
  sums[blockIdx.y * shape.width + column] = static_cast<std::int16_t>(sum_of(shape, value));
}

constexpr int threads = 256;

dim3 grid_of(const BoundaryShape& shape) {
  return {static_cast<unsigned>((shape.row + threads - 1) / threads), static_cast<unsigned>(shape.planes)};
}

}  // namespace

Status load_sums(const BoundaryShape& shape, const std::int16_t* sums, std::uint32_t* words, Stream stream) {
  return start_kernel("cannot load the boundary errors", load, grid_of(shape), threads, stream, shape, sums, words);
}

Status save_sums(const BoundaryShape& shape, const std::uint32_t* words, const std::uint32_t* taken, std::int16_t* sums,
                 Stream stream) {
  return start_kernel("cannot save the boundary errors", save, grid_of(shape), threads, stream, shape, words, taken,
                      sums);
}

}  // namespace platerip::halftone::cuda
