#include "halftone/cuda/tones/sum_words.h"

#include "base/cuda_start.h"
#include "halftone/cuda/tones/step.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/cuda/wavefront/word_threads.cuh"

namespace platerip::halftone::cuda {
namespace {

__device__ std::uint32_t word_of(const BoundaryShape& shape, int sum) {
  const float zero = shape.is_fixed ? -tone_zero : tone_zero;
  return __float_as_uint(zero + static_cast<float>(sum));
}
__device__ int sum_of(const BoundaryShape& shape, std::uint32_t word) {
  const float zero = shape.is_fixed ? -tone_zero : tone_zero;
  return static_cast<int>(__uint_as_float(word) - zero);
}

__global__ void words_of_sums(BoundaryShape shape, const std::int16_t* sums, std::uint32_t* words) {
  if (thread_word() >= shape.row) return;
  const std::int64_t column = thread_word() - shape.reach;
  const bool none = sums == nullptr || column < 0 || column >= shape.width;
  const int sum = none ? 0 : max(-shape.largest, min(shape.largest, int{sums[blockIdx.y * shape.width + column]}));
  words[blockIdx.y * shape.row + thread_word()] = word_of(shape, sum);
}

__global__ void sums_of_words(BoundaryShape shape, const std::uint32_t* words, const std::uint32_t* taken,
                              std::int16_t* sums) {
  const std::int64_t column = thread_word() - shape.reach;
  if (column < 0 || column >= shape.width) return;
  const std::int64_t at = blockIdx.y * shape.row + thread_word();
  const std::uint32_t value = words[at] == not_yet && taken != nullptr ? taken[at] : words[at];
  sums[blockIdx.y * shape.width + column] = static_cast<std::int16_t>(sum_of(shape, value));
}

}  // namespace

Status load_sums(const BoundaryShape& shape, const std::int16_t* sums, std::uint32_t* words, Stream stream) {
  return start_kernel("cannot load the boundary errors", words_of_sums, word_blocks(shape), word_threads, stream, shape,
                      sums, words);
}

Status save_sums(const BoundaryShape& shape, const std::uint32_t* words, const std::uint32_t* taken, std::int16_t* sums,
                 Stream stream) {
  return start_kernel("cannot save the boundary errors", sums_of_words, word_blocks(shape), word_threads, stream, shape,
                      words, taken, sums);
}

}  // namespace platerip::halftone::cuda
