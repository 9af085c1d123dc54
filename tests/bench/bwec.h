// What the halftone on a GPU is compared with: the best algorithm of the literature.
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace platerip::bench {

/// The variants that Kasagi, Nakano and Ito compare, on parallelogram blocks in shared memory. A pixel diffuses its
/// error or collects those of others. Values that are used again are in shared memory or in registers.
enum class BlockForm { diffusion, diffusion_registers, collection, collection_registers };

/// Halftones in blocks (Kasagi, Nakano and Ito, "Implementations of Parallel Error Diffusion Optimized for GPUs"):
/// Floyd–Steinberg on parallelogram blocks of 32×32 pixels, with a launch for each label, that is for all blocks that
/// can run at the same time.
///
/// As in the paper, a block has 33×35 values of 32 bits in shared memory, which are pixels and become errors, and its
/// halftone beside them. Between blocks, errors are in C (one row: the bottom of the blocks above) and in R (three
/// values at the right end of each row). Unlike the paper, blocks that are entirely inside the page have code of their
/// own, which is faster.
///
/// All memory is on the device. Planes have `width`×`height` bytes and follow one another. So do the halftones, with a
/// byte for each pixel: 1 is ink. `errors` has blockwise_errors() values, which need not be cleared. `stream` is a
/// cudaStream_t.
void blockwise(BlockForm form, const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count,
               int* errors, CUstream_st* stream);

/// The number of values in C and R.
inline std::size_t blockwise_errors(int width, int height, int count) {
  return static_cast<std::size_t>(count) * (static_cast<std::size_t>(width) + 3 * static_cast<std::size_t>(height));
}

/// Block-wise error collection with register caching (BWEC): the fastest variant, in the paper and here.
inline void bwec(const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count, int* errors,
                 CUstream_st* stream) {
  blockwise(BlockForm::collection_registers, planes, halftones, width, height, count, errors, stream);
}
inline std::size_t bwec_errors(int width, int height, int count) {
  return blockwise_errors(width, height, count);
}

}  // namespace platerip::bench
