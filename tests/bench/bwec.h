// What the halftone on a GPU is measured against: the best of the literature, as published.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace platerip::bench {

/// Block-wise error collection with register caching (BWEC; Kasagi, Nakano and Ito, "Implementations of Parallel Error
/// Diffusion Optimized for GPUs"): Floyd–Steinberg on parallelogram blocks of 32×32 pixels in shared memory, a launch
/// for each label (the blocks that can run at a time), boundary errors in C (bottom rows) and R (right edges). Planes
/// of `width`×`height` bytes, one after another; so are the halftones, a byte a pixel: 1 is ink. All in the device's
/// memory. `errors` has bwec_errors() values.
void bwec(const std::uint8_t* planes, std::uint8_t* halftones, int width, int height, int count, std::int16_t* errors,
          cudaStream_t stream);

std::size_t bwec_errors(int width, int height, int count);

}  // namespace platerip::bench
