// Tells whether a decoder has written a row. If the data end before the last row of a block, libtiff's G4 decoder
// reports success and leaves the rest of the block unwritten.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace platerip::tiffio {

/// Fills a row with noise that no picture holds, or with its negative.
void mark_row(std::span<std::byte> row, bool negative = false);

/// Whether the first `bits` bits of the row are still those of mark_row().
bool is_marked(std::span<const std::byte> row, std::int64_t bits, bool negative = false);

}  // namespace platerip::tiffio
