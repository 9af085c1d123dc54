// Sums of the ink of a plate's levels over parts of its rows. Compiled for each instruction set.
//
// Nothing here throws unless it says so. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rip/strips/level_ink.h"
#include "rip/strips/row_span.h"

namespace platerip::rip {

/// Neighbouring pixels of a packed row, within one 64-bit word, and the sum to which they add.
struct RowPart {
  std::uint64_t byte = 0;  ///< where the word begins
  std::uint64_t mask = 0;  ///< the bits of the pixels in a word that is loaded from there
  std::uint64_t sum = 0;   ///< the index of the sum
};

/// The parts for the sums i over the pixels from bounds[i] to before bounds[i + 1]. `bounds` rise. `bits`: of a pixel,
/// 1, 2 or 4. May throw std::bad_alloc.
std::vector<RowPart> row_parts(std::span<const std::int64_t> bounds, int bits);

/// Adds the ink of all rows of a plate to `sums`. `parts`: from row_parts() with ink.bits. `bytes`: of a row, which
/// holds all pixels of the parts. May throw std::bad_alloc.
void add_levels(const RowSpan& rows, std::size_t bytes, const LevelInk& ink, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums);

/// Adds the set bits of each box of `box` pixels, at most 7, to `sums`; the last box may be narrower. The other
/// parameters are those of add_levels(), with one bit per pixel. Precondition: bits behind the end of a row are 0. May
/// throw std::bad_alloc.
void add_narrow_boxes(const RowSpan& rows, std::size_t bytes, std::int64_t box, std::span<std::uint64_t> sums);

/// Adds to each byte of `counts` the number of bits that are set in the same byte of all rows. A row has counts.size()
/// bytes. Precondition: no count gets greater than 255.
void count_bits(const RowSpan& rows, std::span<std::uint8_t> counts);

}  // namespace platerip::rip
