// What a RIP does that takes the steps between drop sizes for equal, and brings its plates to the right tones by a
// curve.
//
// Functions may throw std::bad_alloc. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// A method of the product on evenly spaced levels, whose drops print `amounts`. Planes pass a curve before, so that
/// each flat tint has the right mean: the amount of each level becomes that of the evenly spaced level, with straight
/// lines between them. Precondition: as for with_drops().
Halftone with_curve(const std::string& name, const std::vector<int>& amounts);

}  // namespace platerip::quality
