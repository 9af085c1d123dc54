// The samples of an ink preview. Compiled for each instruction set; all give the same.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace platerip::rip {

/// Writes the coverage of each box as a sample, rounded: 0 is solid, 255 is paper. `ink`: in the boxes. That of a solid
/// box, less than 2^40, is 1 / (`shares` · `share`).
void samples_of_boxes(std::span<const std::uint64_t> ink, std::span<const double> shares, double share,
                      std::uint8_t* samples);

/// Writes bytes as hexadecimal digits, two for each.
void write_hexadecimal(std::span<const std::uint8_t> bytes, char* digits);

}  // namespace platerip::rip
