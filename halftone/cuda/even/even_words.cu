#include "halftone/cuda/even/even_words.h"

#include <cuda_runtime.h>

#include "base/cuda_start.h"
#include "halftone/cuda/even/step.h"
#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {
namespace {

constexpr int word_rows = 2;

__device__ std::int64_t word() {
  return blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
}

// Where the words of a column are, and its sums: those of the plane, then those of each overlap.
__device__ std::int64_t word_at(const BoundaryShape& shape, int row) {
  return (blockIdx.y * word_rows + row) * shape.row + word();
}
__device__ std::int64_t sum_at(const BoundaryShape& shape, int overlaps, int sum) {
  return (blockIdx.y * (1 + overlaps) + sum) * shape.width + word() - shape.reach;
}
__device__ bool is_on_page(const BoundaryShape& shape) {
  return word() >= shape.reach && word() - shape.reach < shape.width;
}

__global__ void load(BoundaryShape shape, int overlaps, const std::int16_t* sums, std::uint32_t* words) {
  if (word() >= shape.row) return;
  const auto sum = [&](int number) {
    if (sums == nullptr || number > overlaps || !is_on_page(shape)) return 0;
    const int largest = number == 0 ? shape.largest : largest_overlap_sum;
    return max(-largest, min(largest, int{sums[sum_at(shape, overlaps, number)]}));
  };
  const SumWords made = sum_words_of(static_cast<std::uint32_t>(sum(0)), overlap_zero_bits + sum(1),
                                     overlap_zero_bits + static_cast<std::uint32_t>(sum(2)));
  for (int row = 0; row < word_rows; ++row) words[word_at(shape, row)] = made.of[row];
}

__global__ void save(BoundaryShape shape, int overlaps, const std::uint32_t* words, const std::uint32_t* taken,
                     std::int16_t* sums) {
  if (!is_on_page(shape)) return;
  SumWords there;
  for (int row = 0; row < word_rows; ++row) {
    const std::int64_t at = word_at(shape, row);
    there.of[row] = words[at] == not_yet && taken != nullptr ? taken[at] : words[at];
  }
  sums[sum_at(shape, overlaps, 0)] = static_cast<std::int16_t>(own_sum(there));
  for (int overlap = 0; overlap < overlaps; ++overlap)
    sums[sum_at(shape, overlaps, 1 + overlap)] =
        static_cast<std::int16_t>(static_cast<int>(overlap_sum(there, overlap) - overlap_zero));
}

constexpr int threads = 256;

dim3 grid_of(const BoundaryShape& shape) {
  return {static_cast<unsigned>((shape.row + threads - 1) / threads), static_cast<unsigned>(shape.planes)};
}

}  // namespace

Status load_even_sums(const BoundaryShape& shape, int overlaps, const std::int16_t* sums, std::uint32_t* words,
                      Stream stream) {
  return start_kernel("cannot load the boundary errors", load, grid_of(shape), threads, stream, shape, overlaps, sums,
                      words);
}

Status save_even_sums(const BoundaryShape& shape, int overlaps, const std::uint32_t* words, const std::uint32_t* taken,
                      std::int16_t* sums, Stream stream) {
  return start_kernel("cannot save the boundary errors", save, grid_of(shape), threads, stream, shape, overlaps, words,
                      taken, sums);
}

}  // namespace platerip::halftone::cuda
