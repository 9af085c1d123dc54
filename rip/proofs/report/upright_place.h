// Places on a page that stands upright, and on its plates as their rows lie.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "rip/job/report_settings.h"
#include "rip/pages/placing/turn.h"

namespace platerip::rip {

/// The size of a page and how its rows lie.
struct PageShape {
  std::int64_t width = 0;   ///< pixels of a row
  std::int64_t height = 0;  ///< rows
  tiffio::Orientation orientation = 1;
  double proportion = 1;  ///< pixels on a length of a row, divided by those on the same length of a column

  [[nodiscard]] Turn turn() const { return to_upright(orientation); }
  [[nodiscard]] std::int64_t upright_width() const { return turn().exchange ? height : width; }
  [[nodiscard]] std::int64_t upright_height() const { return turn().exchange ? width : height; }

  /// The sides of a pixel of the upright page on the sheet. The shorter one is 1.
  [[nodiscard]] double pixel_width() const { return std::max(1.0, turn().exchange ? proportion : 1 / proportion); }
  [[nodiscard]] double pixel_height() const { return std::max(1.0, turn().exchange ? 1 / proportion : proportion); }
};

/// The column and row, on the plates, of a point of the upright page. A point outside the page is moved into it.
inline std::pair<std::int64_t, std::int64_t> column_and_row(const PageShape& page, const PagePoint& point) {
  const Turn turn = page.turn();
  const std::int64_t x = std::clamp<std::int64_t>(point.x, 0, page.upright_width() - 1);
  const std::int64_t y = std::clamp<std::int64_t>(point.y, 0, page.upright_height() - 1);
  const std::int64_t along = turn.flip_x ? page.upright_width() - 1 - x : x;
  const std::int64_t down = turn.flip_y ? page.upright_height() - 1 - y : y;
  return turn.exchange ? std::pair(down, along) : std::pair(along, down);
}

/// The top left corner, on the upright page, of a rectangle whose first column is `left` and first row is `top`.
inline PagePoint upright_corner(const PageShape& page, std::int64_t left, std::int64_t top, std::int64_t width,
                                std::int64_t height) {
  const Turn turn = page.turn();
  const auto [along, length] = turn.exchange ? std::pair(top, height) : std::pair(left, width);
  const auto [down, depth] = turn.exchange ? std::pair(left, width) : std::pair(top, height);
  return {turn.flip_x ? page.upright_width() - along - length : along,
          turn.flip_y ? page.upright_height() - down - depth : down};
}

}  // namespace platerip::rip
