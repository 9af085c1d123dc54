#include "halftone/cuda/even/even_words.h"

#include "base/cuda_start.h"
#include "halftone/cuda/even/step.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/cuda/wavefront/word_threads.cuh"

namespace platerip::halftone::cuda {
namespace {

constexpr int word_rows = 2;

// Where the words of a column are, and its sums: those of the plane, then those of each overlap.
__device__ std::int64_t even_word_at(const BoundaryShape& shape, int row) {
  return (blockIdx.y * word_rows + row) * shape.row + thread_word();
}
__device__ std::int64_t even_sum_at(const BoundaryShape& shape, int overlaps, int sum) {
  return (blockIdx.y * (1 + overlaps) + sum) * shape.width + thread_word() - shape.reach;
}
__device__ bool is_word_on_page(const BoundaryShape& shape) {
  return thread_word() >= shape.reach && thread_word() - shape.reach < shape.width;
}

__global__ void words_of_even_sums(BoundaryShape shape, int overlaps, const std::int16_t* sums, std::uint32_t* words) {
  if (thread_word() >= shape.row) return;
  const auto sum = [&](int number) {
    if (sums == nullptr || number > overlaps || !is_word_on_page(shape)) return 0;
    const int largest = number == 0 ? shape.largest : largest_overlap_sum;
    return max(-largest, min(largest, int{sums[even_sum_at(shape, overlaps, number)]}));
  };
  const SumWords made = sum_words_of(static_cast<std::uint32_t>(sum(0)), overlap_zero_bits + sum(1),
                                     overlap_zero_bits + static_cast<std::uint32_t>(sum(2)));
  for (int row = 0; row < word_rows; ++row) words[even_word_at(shape, row)] = made.of[row];
}

__global__ void even_sums_of_words(BoundaryShape shape, int overlaps, const std::uint32_t* words,
                                   const std::uint32_t* taken, std::int16_t* sums) {
  if (!is_word_on_page(shape)) return;
  SumWords there;
  for (int row = 0; row < word_rows; ++row) {
    const std::int64_t at = even_word_at(shape, row);
    there.of[row] = words[at] == not_yet && taken != nullptr ? taken[at] : words[at];
  }
  sums[even_sum_at(shape, overlaps, 0)] = static_cast<std::int16_t>(own_sum(there));
  for (int overlap = 0; overlap < overlaps; ++overlap)
    sums[even_sum_at(shape, overlaps, 1 + overlap)] =
        static_cast<std::int16_t>(static_cast<int>(overlap_sum(there, overlap) - overlap_zero));
}

}  // namespace

Status load_even_sums(const BoundaryShape& shape, int overlaps, const std::int16_t* sums, std::uint32_t* words,
                      Stream stream) {
  return start_kernel("cannot load the boundary errors", words_of_even_sums, word_blocks(shape), word_threads, stream,
                      shape, overlaps, sums, words);
}

Status save_even_sums(const BoundaryShape& shape, int overlaps, const std::uint32_t* words, const std::uint32_t* taken,
                      std::int16_t* sums, Stream stream) {
  return start_kernel("cannot save the boundary errors", even_sums_of_words, word_blocks(shape), word_threads, stream,
                      shape, overlaps, words, taken, sums);
}

}  // namespace platerip::halftone::cuda
