// How closely the dots of a screen lie. Nothing here throws. Functions are thread-safe.
#pragma once

#include "halftone/screen.h"

namespace platerip::rip {

/// How many dots lie along a pixel of a plate, on the average. 0: there are none.
struct DotRate {
  double across = 0;  ///< in a row
  double down = 0;    ///< in a column

  friend bool operator==(const DotRate&, const DotRate&) = default;
};

/// The rate of a screen's dots in a tint of a quarter of solid, where dots are large and hardly ever touch. It is
/// counted on the tile, so it holds for screens of any origin.
DotRate dot_rate(const halftone::Screen& screen);

/// The side of a halftone cell at this rate, in the unit of the rate: exact for lines at any angle, and an eighth more
/// than exact for round dots. Infinite if there are no dots.
double cell_of(const DotRate& rate);

}  // namespace platerip::rip
