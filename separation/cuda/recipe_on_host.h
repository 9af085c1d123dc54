// Runs a recipe on the host, as the device will, for the check against the reference. Private to separation/cuda/.
#pragma once

#include <vector>

#include "separation/check.h"
#include "separation/cuda/recipe.h"
#include "separation/pipeline/arbiter.h"

namespace platerip::separation::cuda {

/// The inks of the pixels, plane after plane. `arbiter`: of a program; null if the recipe has none.
template <typename Sample>
std::vector<Sample> inks_on_host(const Recipe& recipe, const pipeline::Arbiter* arbiter,
                                 const TellingPixels<Sample>& pixels);

}  // namespace platerip::separation::cuda
