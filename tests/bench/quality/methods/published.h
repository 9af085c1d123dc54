// Published error diffusions that the product does not have, to compare it with.
//
// Functions may throw std::bad_alloc, and std::runtime_error if a table cannot be read. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// The order in which rows are done: all from the left, or alternately from the left and from the right.
enum class Order { raster, serpentine };

/// All of them, for two levels:
/// - Ostromoukhov, SIGGRAPH 2001, and Zhou and Fang, SIGGRAPH 2003: weights by tone, in both orders, from the tables in
///   `folder`. Zhou and Fang move the threshold by noise; here by numbers that are the same in every run, and others
///   for each plane.
/// - Shiau and Fan, "A set of easily implementable coefficients in error diffusion with reduced worm artifacts", Proc.
///   SPIE 2658, 1996, in raster order: ahead 8/16; below 4/16, and 2, 1 and 1 for the pixels behind it.
/// Errors are floating-point numbers, and the threshold is half of solid.
std::vector<Halftone> published_halftones(const std::string& folder);

}  // namespace platerip::quality
