// Parts of a plane. Private to separation/edges/.
#pragma once

#include <algorithm>
#include <cstdint>

#include "separation/edges/disc.h"
#include "separation/edges/disc_edges.h"

namespace platerip::separation::edges {

/// Columns x0 to x1 − 1 of rows y0 to y1 − 1.
struct Area {
  std::int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;

  [[nodiscard]] constexpr std::int64_t width() const { return x1 - x0; }
  [[nodiscard]] constexpr std::int64_t rows() const { return y1 - y0; }
};

/// Samples of an area.
template <typename Sample>
struct View {
  Area area;
  Sample* samples = nullptr;  ///< that of (x0, y0)
  std::int64_t stride = 0;    ///< samples from row to row

  [[nodiscard]] constexpr Sample* at(std::int64_t x, std::int64_t y) const {
    return samples + (y - area.y0) * stride + (x - area.x0);
  }
  [[nodiscard]] View<const Sample> read_only() const { return {area, samples, stride}; }
};

/// The area with all that a disc reaches from it, within the page.
inline Area around(const Area& area, const Disc& disc, const Area& page) {
  return {.x0 = std::max(page.x0, area.x0 - disc.columns()),
          .y0 = std::max(page.y0, area.y0 - disc.rows()),
          .x1 = std::min(page.x1, area.x1 + disc.columns()),
          .y1 = std::min(page.y1, area.y1 + disc.rows())};
}

/// The areas of a choke's steps. Each is as much smaller than the one before as a disc reaches.
struct ChokeAreas {
  Area left, broad, thin;

  ChokeAreas(const std::vector<Disc>& discs, const Area& made, const Area& page) {
    thin = around(made, discs[3], page);
    broad = around(thin, discs[2], page);
    left = around(broad, discs[1], page);
  }
};

/// All rows that there are, and those to be made. Row 0 is the first of these.
inline Area rows_there_are(const EdgeRows& rows) {
  return {.x0 = 0, .y0 = -rows.above, .x1 = rows.width, .y1 = rows.rows + rows.below};
}
inline Area rows_to_make(const EdgeRows& rows) {
  return {.x0 = 0, .y0 = 0, .x1 = rows.width, .y1 = rows.rows};
}

/// The part of a plane that has this area. The plane points to sample (0, 0).
template <typename Sample>
View<Sample> view_of(const Plane& plane, const Area& area) {
  auto* const samples = reinterpret_cast<Sample*>(plane.samples + area.y0 * plane.stride);
  return {area, samples + area.x0, plane.stride / static_cast<std::ptrdiff_t>(sizeof(Sample))};
}

}  // namespace platerip::separation::edges
