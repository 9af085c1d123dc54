// The boxes of pixels over which a page is averaged. Nothing here throws.
#pragma once

#include <algorithm>
#include <cstdint>

namespace platerip::rip {

/// Square boxes that cover a page. The last ones of rows and columns may be cut off.
struct Grid {
  std::int64_t width = 0;   ///< of the page, in pixels
  std::int64_t height = 0;  ///< of the page, in pixels
  std::int64_t box = 1;     ///< the side of a box, in pixels

  [[nodiscard]] constexpr std::int64_t columns() const { return (width + box - 1) / box; }
  [[nodiscard]] constexpr std::int64_t rows() const { return (height + box - 1) / box; }
  [[nodiscard]] constexpr std::int64_t box_width(std::int64_t column) const {
    return std::min(box, width - column * box);
  }
  [[nodiscard]] constexpr std::int64_t box_height(std::int64_t row) const { return std::min(box, height - row * box); }
};

}  // namespace platerip::rip
