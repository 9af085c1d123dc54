// Compares the pixels of a row with thresholds (Highway). Private to halftone/cpu/.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::halftone::cpu {

/// Pixels that are compared at a time.
inline constexpr int compared = 64;

/// A row of a plane and of a tile. Behind the tile's last column, its first compared − 1 thresholds are repeated. For
/// 8-bit samples they are divided by 257.
template <typename Sample>
struct ComparedRow {
  const Sample* samples;
  std::int64_t width;  // of the page
  const Sample* thresholds;
  std::int32_t tile_width;
  std::int32_t first;  // the tile's column of the page's column 0
  std::byte* pixels;
};

/// Writes the levels of the row's pixels, as Screen defines them.
void compare(const ComparedRow<std::uint8_t>& row, int levels);
void compare(const ComparedRow<std::uint16_t>& row, int levels);

}  // namespace platerip::halftone::cpu
