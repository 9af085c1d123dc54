// How much ink a press profile prints at most.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>

#include "profiles/profile.h"

namespace platerip::rip {

/// The greatest total ink, in percent, that a profile gives to dark colours with the perceptual, relative or saturation
/// intent, rounded up to a multiple of 5; an excess of up to 0.5 does not count. It is found by samples, as in
/// cmsDetectTAC(), which tries only the perceptual intent. Nothing if the profile cannot separate.
std::optional<double> press_limit(const profiles::Profile& press);

}  // namespace platerip::rip
