// Undoes differences between neighbouring pixels, by vectors.
#pragma once

#include <cstddef>
#include <span>

namespace platerip::tiffio {

/// Adds to each sample of a row the one of the pixel before, from left to right, modulo 2^8, 2^16 or 2^32. A pixel has
/// `pixel_bytes` bytes, a multiple of `sample_bytes`: 1, 2 or 4. Samples are in native byte order. Thread-safe.
void sum_pixels(std::span<std::byte> row, std::size_t pixel_bytes, std::size_t sample_bytes);

}  // namespace platerip::tiffio
