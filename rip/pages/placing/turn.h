// The eight ways to turn or mirror a page.
#pragma once

#include "tiffio/raster.h"

namespace platerip::rip {

/// A turn in three steps: exchange rows and columns, then mirror left and right, then top and bottom.
struct Turn {
  bool exchange = false;
  bool flip_x = false;
  bool flip_y = false;

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// The usual turns, and none.
inline constexpr Turn unturned{};
inline constexpr Turn counter_clockwise{.exchange = true, .flip_y = true};
inline constexpr Turn clockwise{.exchange = true, .flip_x = true};
inline constexpr Turn upside_down{.flip_x = true, .flip_y = true};
inline constexpr Turn mirrored{.flip_x = true};

/// The turn that brings a page of this orientation upright (TIFF 6.0, Orientation).
constexpr Turn to_upright(tiffio::Orientation orientation) {
  return {.exchange = orientation >= 5,
          .flip_x = orientation == 2 || orientation == 3 || orientation == 6 || orientation == 7,
          .flip_y = orientation == 3 || orientation == 4 || orientation == 7 || orientation == 8};
}

/// The turn that does `first` and then `second`.
constexpr Turn then(const Turn& first, const Turn& second) {
  return {.exchange = first.exchange != second.exchange,
          .flip_x = (second.exchange ? first.flip_y : first.flip_x) != second.flip_x,
          .flip_y = (second.exchange ? first.flip_x : first.flip_y) != second.flip_y};
}

}  // namespace platerip::rip
