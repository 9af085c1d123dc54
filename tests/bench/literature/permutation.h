// Kasagi, Nakano, Ito: the data permutation. Each row is shifted (round its ends), then all is transposed, so that what
// a step of k-delay parallel scan uses lies side by side.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace platerip::literature {

/// Enqueues the permutation of a page of bytes, `delay` columns for each row. `between` is a page of bytes too.
void permute(const std::uint8_t* page, std::uint8_t* permuted, std::uint8_t* between, int width, int height, int delay,
             cudaStream_t stream);
void permute_back(const std::uint8_t* permuted, std::uint8_t* page, std::uint8_t* between, int width, int height,
                  int delay, cudaStream_t stream);

}  // namespace platerip::literature
