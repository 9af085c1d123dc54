// The specification of the halftone: what becomes of a row, or of consecutive pixels of one. Private to halftone/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/halftone.h"

namespace platerip::halftone::reference {

/// Turns the ink amounts of `count` pixels into what error collection begins with, 65536·A + 32768: adding M·Σ w·e and
/// shifting right by 16 then gives exactly A + ((M·Σ w·e + 32768) >> 16).
using LoadInk = void (*)(const std::byte* samples, std::int64_t count, std::int32_t* s65536);
/// For samples of 8 or 16 bits.
LoadInk load_ink_of(int bits);

/// Errors of the row at hand [0] and of the rows above it [1], [2], each from the first pixel at hand on. Those above
/// can be read max_reach columns beyond both ends of the pixels, the row at hand max_reach columns to their left;
/// outside the page they are 0.
using ErrorRows = std::array<std::int16_t*, 3>;

/// Halftones columns [begin, begin + count) of a row by error collection: writes their errors to errors[0] and their
/// levels to the row of a plate. Bits of other pixels in the first byte are kept on the left, in the last byte set to 0
/// on the right. `s65536` is spent.
using CollectErrors = void (*)(std::int32_t* s65536, const ErrorRows& errors, std::int64_t begin, std::int64_t count,
                               std::byte* row);
CollectErrors collect_errors_of(const ErrorFilter& filter, int levels);

/// Halftones the first `width` columns of a row by a point process: the level is the number of k in 1 … levels − 1 with
/// A > (k − 1 + t/128)·step.
void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, int levels, std::int64_t width,
                    std::byte* row);

}  // namespace platerip::halftone::reference
