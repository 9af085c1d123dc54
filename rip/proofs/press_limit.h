// How much ink a press profile prints at most.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>

#include "profiles/profile.h"

namespace platerip::rip {

/// The greatest total ink, in percent, of the separations of a profile with any intent, rounded up to a multiple of 5.
/// It is found by samples, as cmsDetectTAC() does for the perceptual intent alone. Nothing if the profile cannot
/// separate.
std::optional<double> press_limit(const profiles::Profile& press);

}  // namespace platerip::rip
