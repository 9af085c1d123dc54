// Flat tints on printers with several drop sizes: grain near the sizes, and which sizes print.
//
// Functions may throw what the halftone throws. One thread at a time.
#pragma once

#include <vector>

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// What an eye sees near the amount of an inner level, where without mixing one size prints alone and its texture
/// vanishes. 41 tints are measured, from 4 percent of solid below it to 4 percent above.
struct NearLevel {
  double level = 0;   ///< in percent of solid
  double least = 0;   ///< the least e600
  double most = 0;    ///< the greatest
  double change = 0;  ///< the greatest change of e600 from one tint to the next, which has 0.2 percent more ink
  double patchy = 0;  ///< the greatest patchiness() of the tints within 1 percent
};

/// All inner levels of `amounts`, which the halftone prints.
std::vector<NearLevel> near_levels(const Halftone& halftone, const std::vector<int>& amounts);

/// How much the texture of a tint differs from place to place: the standard deviation of the variances in squares of
/// 12×12 pixels over their mean; 0 if there is no texture. Precondition: the plate has such a square.
double patchiness(const Image& plate);

/// The share of pixels that print each of `amounts` in a tint of `percent` of solid.
std::vector<double> use_of_drops(const Halftone& halftone, const std::vector<int>& amounts, double percent);

}  // namespace platerip::quality
