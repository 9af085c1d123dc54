// Supercells: groups of halftone cells that fit the grid of pixels, with nearly the ruling and angle that were asked
// for.
#pragma once

#include <cstdint>

#include "base/status.h"

namespace platerip::halftone {

/// The resolution of a page in dots per inch, across and down.
struct Dpi {
  double x = 0;
  double y = 0;
};

/// A grid of halftone cells.
struct Grid {
  double lpi = 0;    ///< cells per inch
  double angle = 0;  ///< of a row of cells, in degrees counterclockwise on the page
};

/// A vector in pixels: x to the right, y down.
struct PixelVector {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// A parallelogram of cells · cells halftone cells, which repeats over the page.
struct Supercell {
  std::int64_t cells = 1;
  PixelVector across;  ///< `cells` cells along the angle
  PixelVector up;      ///< `cells` cells counterclockwise from it

  /// Its area in pixels.
  [[nodiscard]] std::int64_t pixels() const { return across.y * up.x - across.x * up.y; }
};

/// How far a grid may be from the one that was asked for.
inline constexpr double lpi_tolerance = 0.1;
inline constexpr double angle_tolerance = 0.1;

inline constexpr double finest_cell = 2;      ///< pixels along a cell's side, at least
inline constexpr double coarsest_cell = 512;  ///< and at most

/// The smallest supercell of at least 4096 pixels that deviates by at most half of the tolerances. If no supercell of
/// at most 2^20 pixels does, the one with the least deviation. Errors: the resolution or the ruling is not a positive
/// number, the angle is not finite, or cells would be smaller or larger than these limits. Nothing throws, except the
/// error's text (std::bad_alloc).
Result<Supercell> find_supercell(const Grid& wanted, const Dpi& resolution);

/// The grid of a supercell: the mean of its two directions.
Grid grid_of(const Supercell& supercell, const Dpi& resolution);

}  // namespace platerip::halftone
