// The seven passes of an interlaced PNG (ISO/IEC 15948, 8.2: Adam7). Nothing here throws.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "tiffio/layout/page_info.h"

namespace platerip::rip {

/// The pixels of a pass: from `left` every `across`-th one in every `down`-th row from `top`.
struct PngPass {
  std::int64_t left = 0;
  std::int64_t across = 1;
  std::int64_t top = 0;
  std::int64_t down = 1;

  [[nodiscard]] constexpr bool has_row(std::int64_t row) const { return row >= top && (row - top) % down == 0; }
  [[nodiscard]] std::int64_t columns(const tiffio::PageInfo& page) const {
    return page.width > left ? (page.width - left + across - 1) / across : 0;
  }
  /// How many rows there are; none if they would have no pixels.
  [[nodiscard]] std::int64_t rows(const tiffio::PageInfo& page) const {
    return page.height > top && page.width > left ? (page.height - top + down - 1) / down : 0;
  }
};

inline constexpr std::array<PngPass, 7> png_passes = {
    {{0, 8, 0, 8}, {4, 8, 0, 8}, {0, 4, 4, 8}, {2, 4, 0, 4}, {0, 2, 2, 4}, {1, 2, 0, 2}, {0, 1, 1, 2}}};

}  // namespace platerip::rip
