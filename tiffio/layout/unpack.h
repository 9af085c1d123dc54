// Unpacks samples that are not stored as 8- or 16-bit numbers: 1 to 7 and 9 to 15 bits, and floating point.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::tiffio {

/// Unpacks `count` samples of `bits` bits, the first in the most significant bits (TIFF 6.0, FillOrder 1): to bytes if
/// `bits` is 1 to 8, to native 16-bit numbers if it is 9 to 16. The numbers are not scaled. `out` need not be aligned.
void unpack_integers(int bits, const std::byte* in, std::int64_t count, std::byte* out);

/// Converts `count` native 32-bit floating-point samples to native 16-bit numbers: 0 and less and NaN to 0, 1 and more
/// to 65535, and others to the nearest number. Neither buffer need be aligned.
void unpack_floats(const std::byte* in, std::int64_t count, std::byte* out);

}  // namespace platerip::tiffio
