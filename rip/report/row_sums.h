// Sums over parts of rows: of a plate's levels and of a plane's samples. Compiled for each instruction set.
//
// Nothing here throws unless it says so. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace platerip::rip {

/// Rows of equal length, `stride` bytes apart.
struct RowSpan {
  const std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;
  std::int64_t count = 0;
};

/// Some neighbouring pixels of a packed row that one 64-bit word holds, and the sum that they add to.
struct RowPart {
  std::uint64_t byte = 0;  ///< where the word begins
  std::uint64_t mask = 0;  ///< the bits of the pixels in a word that is loaded from there
  std::uint64_t sum = 0;   ///< the index of the sum
};

/// The parts for sums over the pixels from bounds[i] to bounds[i + 1], which rise. `bits` are those of a pixel: 1, 2 or
/// 4. May throw std::bad_alloc.
std::vector<RowPart> row_parts(std::span<const std::int64_t> bounds, int bits);

/// Adds the levels of the pixels of all rows to `sums`. `parts`: row_parts() with the same `bits`. Each row has `bytes`
/// bytes, and all pixels of the parts.
void add_levels(const RowSpan& rows, std::size_t bytes, int bits, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums);

/// Adds to each byte of `counts` the bits that are set in that byte of each row. A row has counts.size() bytes.
/// Precondition: no count gets greater than 255.
void count_bits(const RowSpan& rows, std::span<std::uint8_t> counts);

/// Adds the samples of all inks to the sums of the boxes in a row of boxes, `box` pixels wide each and the last one
/// perhaps narrower. The rows of each ink have `width` samples of 8 or 16 `bits`. May throw std::bad_alloc.
void add_samples(std::span<const RowSpan> inks, int bits, std::int64_t width, std::int64_t box,
                 std::span<std::uint64_t> sums);

/// Clears is_flat[i] if a sample of box i is other than firsts[i].
void check_flat(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box,
                std::span<const std::uint16_t> firsts, std::span<std::uint8_t> is_flat);

}  // namespace platerip::rip
