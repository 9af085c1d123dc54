#include "halftone/cuda/wavefront/boundary_words.h"

#include "base/cuda_start.h"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/cuda/wavefront/word_threads.cuh"

namespace platerip::halftone::cuda {
namespace {

__device__ std::int64_t error_at(const BoundaryShape& shape, int row) {
  return (blockIdx.y * shape.rows + shape.rows - 1 - row) * shape.width + thread_word();
}
__device__ std::int64_t word_at(const BoundaryShape& shape, int row) {
  return (blockIdx.y * shape.rows + row) * shape.row + thread_word();
}

// Stripes take words in groups. In the last group, columns beyond the page have no error.
__global__ void words_of_errors(BoundaryShape shape, const std::int16_t* errors, std::uint16_t* words) {
  if (thread_word() >= (shape.width + group_steps - 1) / group_steps * group_steps) return;
  for (int row = 0; row < shape.rows; ++row) {
    const bool none = errors == nullptr || thread_word() >= shape.width;
    const int error = none ? 0 : max(min_error, min(max_error, int{errors[error_at(shape, row)]}));
    words[word_at(shape, row)] = static_cast<std::uint16_t>(error - error_offset);
  }
}

__global__ void errors_of_words(BoundaryShape shape, const std::uint16_t* words, const std::uint16_t* taken,
                                std::int16_t* errors) {
  static_assert(not_yet == 0);
  if (thread_word() >= shape.width) return;
  for (int row = 0; row < shape.rows; ++row) {
    const std::int64_t at = word_at(shape, row);
    const std::uint16_t word = words[at] == not_yet && taken != nullptr ? taken[at] : words[at];
    errors[error_at(shape, row)] = static_cast<std::int16_t>(word + error_offset);
  }
}

}  // namespace

Status load_errors(const BoundaryShape& shape, const std::int16_t* errors, std::uint32_t* words, Stream stream) {
  return start_kernel("cannot load the boundary errors", words_of_errors, word_blocks(shape), word_threads, stream,
                      shape, errors, reinterpret_cast<std::uint16_t*>(words));
}

Status save_errors(const BoundaryShape& shape, const std::uint32_t* words, const std::uint32_t* taken,
                   std::int16_t* errors, Stream stream) {
  return start_kernel("cannot save the boundary errors", errors_of_words, word_blocks(shape), word_threads, stream,
                      shape, reinterpret_cast<const std::uint16_t*>(words),
                      reinterpret_cast<const std::uint16_t*>(taken), errors);
}

}  // namespace platerip::halftone::cuda
