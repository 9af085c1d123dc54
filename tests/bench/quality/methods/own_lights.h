// What a RIP does that halftones a light ink by itself: transition curves say how much the light and the dark ink print
// at each tone.
//
// Functions may throw std::bad_alloc. They are thread-safe.
#pragma once

#include <string>

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// How much of both inks prints, from 0 to 1.
struct DarkAndLight {
  double dark = 0;
  double light = 0;
};

/// The transition at a tone from 0 to 1, for a light ink whose solid is `strength` of the dark ink's. The dark ink
/// begins at `start` of that, from 0 to 1. The light ink rises to solid, and falls to nothing where the dark one is
/// solid: dark + strength·light is the tone.
DarkAndLight transition(double tone, double strength, double start);

/// A method of the product for both inks, each by itself. The plate has the ink of both, which add up where they
/// overlap. Precondition: there is such a method.
Halftone with_own_lights(const std::string& name, double strength, double start);

}  // namespace platerip::quality
