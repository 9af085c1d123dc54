// Tiles from the order in which their pixels print. Functions may throw std::bad_alloc, and nothing else. They are
// thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/screen.h"
#include "halftone/screens/supercell.h"

namespace platerip::halftone {

/// The rectangle and the shift of a Screen.
struct Bricks {
  std::int64_t width = 1;
  std::int64_t height = 1;
  std::int64_t shift = 0;

  /// The index in the tile of any pixel of the page, whose row must not be negative.
  [[nodiscard]] std::int64_t index_of(std::int64_t x, std::int64_t y) const {
    const std::int64_t column = (x + y / height % width * shift) % width;
    return y % height * width + (column + width) % width;
  }
};

/// The bricks that repeat like parallelograms with the sides `a` and `b`. A brick has each pixel of a parallelogram
/// once. Precondition: the vectors are shorter than 2^23 pixels, and not parallel.
Bricks bricks_of(const PixelVector& a, const PixelVector& b);

/// The thresholds of a tile whose pixels print in this order. Of n pixels, a tone v of 65535 prints n·v/65535, rounded
/// to whole pixels. Preconditions: the tile passes check(), and `order` has the index of each pixel once.
Screen screen_of(const Bricks& bricks, const std::vector<std::int32_t>& order);

/// A square tile, mirrored, turned and moved in a different way for each ink, so that inks do not print alike. Ink 0
/// gets the tile unchanged. Preconditions: the tile is square and has no shift, and `ink` is not negative.
Screen for_ink(const Screen& screen, int ink);

/// The same screen for plates that cannot hold very small dots and holes. Tones between paper and `share` of solid
/// print at least this share. Tones between 1 − `share` and solid leave at least this share of paper. For two levels.
/// Precondition: `share` is between 0 and 0.5.
Screen with_min_dot(Screen screen, double share);

}  // namespace platerip::halftone
