// The stage that takes ink back from where the page's colour is knocked out (separation/made_ink.h), after spreads have
// grown over it. Private to rip/.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "rip/strips/stages.h"

namespace platerip::rip {

/// Makes a stage for cores and GPUs that empties pixels of these inks where plane `mask` is more than 0. Throws
/// std::bad_alloc.
std::shared_ptr<const PlaneStage> knock_out_stage(std::vector<std::size_t> inks, std::size_t mask);

}  // namespace platerip::rip
