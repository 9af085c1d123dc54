// How much ink a press profile prints at most.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>

#include "base/parallel.h"
#include "profiles/profile.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The greatest total ink, in percent, that a profile gives to any colour with the perceptual, relative or saturation
/// intent, rounded up to a multiple of 5; an excess of up to 0.5 does not count. It is found by samples, as in
/// cmsDetectTAC(), which tries only the perceptual intent. Nothing if the profile cannot separate. `cache`, `shared`:
/// those of Settings, which keep the limit for later runs and for other pages of this one; `shared` may be null.
std::optional<double> press_limit(const profiles::Profile& press, const std::optional<std::string>& cache = {},
                                  SharedTables* shared = nullptr, const ParallelFor& parallel = {});

}  // namespace platerip::separation
