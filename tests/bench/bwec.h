// What the halftone on a GPU is measured against: the best of the literature.
#pragma once

#include <cstddef>
#include <cstdint>

struct CUstream_st;

namespace platerip::bench {

/// The forms that Kasagi, Nakano and Ito compare on parallelogram blocks in shared memory. A pixel diffuses its error
/// or collects those of others; what it uses again is in shared memory or in registers.
enum class BlockForm { diffusion, diffusion_registers, collection, collection_registers };

/// Halftones in blocks (Kasagi, Nakano and Ito, "Implementations of Parallel Error Diffusion Optimized for GPUs"):
/// Floyd–Steinberg on parallelogram blocks of 32×32 pixels, a launch for each label (the blocks that can run at a
/// time). As there: 33×35 values of 32 bits in shared memory, pixels that become errors, and the halftone beside them;
/// between blocks errors are in C (one row, the bottom of the blocks above) and R (three right ends of each row). Not
/// as there: code of its own for blocks that lie within the page, which is faster. Planes of `width`×`height` bytes,
/// one after another; so are the halftones, a byte a pixel: 1 is ink. All in the device's memory. `errors` has
/// blockwise_errors() values, and need not be cleared. `stream` is a cudaStream_t.
void blockwise(BlockForm form, const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count,
               int* errors, CUstream_st* stream);

/// Of C and R.
inline std::size_t blockwise_errors(int width, int height, int count) {
  return static_cast<std::size_t>(count) * (static_cast<std::size_t>(width) + 3 * static_cast<std::size_t>(height));
}

/// Block-wise error collection with register caching (BWEC): the fastest of them, there and here.
inline void bwec(const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count, int* errors,
                 CUstream_st* stream) {
  blockwise(BlockForm::collection_registers, planes, halftones, width, height, count, errors, stream);
}
inline std::size_t bwec_errors(int width, int height, int count) {
  return blockwise_errors(width, height, count);
}

}  // namespace platerip::bench
