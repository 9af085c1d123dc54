// The size of the boxes over which a report averages a page. Nothing here throws.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "rip/strips/grid.h"

namespace platerip::rip {

/// The most boxes, or pixels of a picture, on the longer side of a page.
constexpr std::int64_t longest_picture(std::size_t plates) {
  return plates <= 8 ? 1200 : 600;
}

/// The smallest boxes with which the longer side has at most longest_picture(). So the memory for a page's boxes is
/// bounded. Large boxes, from 24 pixels on, are multiples of 8 pixels wide, because whole bytes of a plate are quicker
/// to sum.
inline Grid grid_of(std::int64_t width, std::int64_t height, std::size_t plates) {
  constexpr std::int64_t large = 24;
  const std::int64_t longest = longest_picture(plates);
  const std::int64_t box = (std::max(width, height) + longest - 1) / longest;
  return {width, height, box < large ? box : (box + 7) / 8 * 8};
}

}  // namespace platerip::rip
