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

/// Small boxes for which the longer side has at most 1200 of them, or with many plates fewer, so that a page's boxes
/// take bounded memory. Large boxes have whole bytes of a plate, which makes their sums cheaper.
inline Grid grid_of(std::int64_t width, std::int64_t height, std::size_t plates) {
  constexpr std::int64_t large = 24;
  const std::int64_t longest = plates <= 8 ? 1200 : 600;
  const std::int64_t box = (std::max(width, height) + longest - 1) / longest;
  return {width, height, box < large ? box : (box + 7) / 8 * 8};
}

}  // namespace platerip::rip
