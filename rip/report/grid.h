// The boxes of pixels over which a page is averaged. Nothing here throws.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Square boxes that cover a page, the last of a row or column perhaps cut off.
struct Grid {
  std::int64_t width = 0;   ///< of the page, in pixels
  std::int64_t height = 0;  ///< of the page, in pixels
  std::int64_t box = 1;     ///< the side of a box, in pixels

  [[nodiscard]] std::int64_t columns() const { return (width + box - 1) / box; }
  [[nodiscard]] std::int64_t rows() const { return (height + box - 1) / box; }
  [[nodiscard]] std::int64_t box_width(std::int64_t column) const { return std::min(box, width - column * box); }
  [[nodiscard]] std::int64_t box_height(std::int64_t row) const { return std::min(box, height - row * box); }
};

/// The smallest boxes for which the longer side has at most 1200 of them, or with many plates fewer, so that a page's
/// boxes take bounded memory.
inline Grid grid_of(std::int64_t width, std::int64_t height, std::size_t plates) {
  const std::int64_t longest = plates <= 8 ? 1200 : 600;
  return {width, height, (std::max(width, height) + longest - 1) / longest};
}

}  // namespace platerip::rip
