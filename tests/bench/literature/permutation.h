// Kasagi, Nakano, Ito: the data permutation. It shifts each row cyclically and then transposes the page, so that the
// data of a step of k-delay parallel scan are contiguous.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace platerip::literature {

/// Enqueues the permutation of a page of bytes, with `delay` columns for each row. `between` has the size of the page,
/// too.
void permute(const std::uint8_t* page, std::uint8_t* permuted, std::uint8_t* between, int width, int height, int delay,
             cudaStream_t stream);
void permute_back(const std::uint8_t* permuted, std::uint8_t* page, std::uint8_t* between, int width, int height,
                  int delay, cudaStream_t stream);

}  // namespace platerip::literature
