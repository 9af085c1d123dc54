// Sums over parts of a row: of a plate's levels and of a plane's samples. Compiled for each instruction set.
//
// Nothing here throws unless it says so. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace platerip::rip {

/// Some neighbouring pixels of a packed row that one 64-bit word holds, and the sum that they add to.
struct RowPart {
  std::uint64_t byte = 0;  ///< where the word begins
  std::uint32_t sum = 0;   ///< the index of the sum
  std::uint8_t left = 0;   ///< how far to shift the word, so that it begins with the first pixel
  std::uint8_t right = 0;  ///< and then, so that it ends with the last one
};

/// The parts for sums over the pixels from bounds[i] to bounds[i + 1], which rise. `bits` are those of a pixel: 1, 2 or
/// 4. May throw std::bad_alloc.
std::vector<RowPart> row_parts(std::span<const std::int64_t> bounds, int bits);

/// Adds the levels of a row's pixels to `sums`. `parts`: row_parts() with the same `bits`. The row has `bytes` bytes,
/// and all pixels of the parts.
void add_levels(const std::byte* row, std::size_t bytes, int bits, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums);

/// Adds each sample of a row to its sum, and notes in `changed` every bit in which it differs from `first`.
void add_samples(std::span<const std::uint8_t> row, std::span<const std::uint8_t> first, std::span<std::uint16_t> sums,
                 std::span<std::uint8_t> changed);
void add_samples(std::span<const std::uint16_t> row, std::span<const std::uint16_t> first,
                 std::span<std::uint32_t> sums, std::span<std::uint16_t> changed);

}  // namespace platerip::rip
