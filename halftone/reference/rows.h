// The specification of the halftone: how a row, or consecutive pixels of a row, become bits. Private to halftone/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/halftone.h"
#include "halftone/screens/screen_tones.h"

namespace platerip::halftone::reference {

/// Turns the samples of `count` pixels into the initial sums of error collection: 65536·A + 32768. Adding M·Σ w·e and
/// shifting right by 16 gives exactly A + ((M·Σ w·e + 32768) >> 16).
using LoadInk = void (*)(const std::byte* samples, std::int64_t count, std::int32_t* s65536);
/// For samples of 8 or 16 bits.
LoadInk load_ink_of(int bits);

/// Errors of the current row [0] and of the rows above it [1], [2]. Each pointer is at the first of the pixels to
/// halftone. The rows above can be read max_reach columns beyond both ends of these pixels, the current row max_reach
/// columns to their left. Outside the page, errors are 0.
using ErrorRows = std::array<std::int16_t*, 3>;

/// Halftones columns [begin, begin + count) of a row by error collection: writes their errors to errors[0] and their
/// levels to the row of a plate. If other pixels share the first or the last byte, their bits are kept on the left and
/// set to 0 on the right. Overwrites `s65536`.
using CollectErrors = void (*)(const LevelAmounts& levels, std::int32_t* s65536, const ErrorRows& errors,
                               std::int64_t begin, std::int64_t count, std::byte* row);
/// For pixels of plate_bits(levels) bits.
CollectErrors collect_errors_of(const ErrorFilter& filter, int levels);

/// Halftones the first `width` columns of a row by a point process, for pixels of `bits` bits.
void compare_points(const std::int32_t* s65536, const RowThresholds& thresholds, const LevelAmounts& levels, int bits,
                    std::int64_t width, std::byte* row);

/// Halftones the first `width` columns of row y of the page by a screen, from samples of 8 or 16 bits, for pixels of
/// `plate_bits` bits.
void compare_screen(const std::byte* samples, int bits, const Screen& screen, const ScreenTones& tones, std::int64_t y,
                    int plate_bits, std::int64_t width, std::byte* row);

}  // namespace platerip::halftone::reference
