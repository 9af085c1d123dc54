// Sums over parts of a row: of a plate's levels and of a plane's samples. Compiled for each instruction set.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace platerip::rip {

/// Adds to each of `sums` the levels of some pixels of a packed row: those from bounds[i] to bounds[i + 1], which rise.
/// `bits` are those of a pixel: 1, 2 or 4. The row has `bytes` bytes, and all pixels up to the last bound.
void add_levels(const std::byte* row, std::size_t bytes, int bits, std::span<const std::int64_t> bounds,
                std::span<std::uint64_t> sums);

/// Adds each sample of a row to its sum, and notes in `changed` every bit in which it differs from `first`.
void add_samples(std::span<const std::uint8_t> row, std::span<const std::uint8_t> first, std::span<std::uint16_t> sums,
                 std::span<std::uint8_t> changed);
void add_samples(std::span<const std::uint16_t> row, std::span<const std::uint16_t> first,
                 std::span<std::uint32_t> sums, std::span<std::uint16_t> changed);

}  // namespace platerip::rip
