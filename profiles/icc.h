// ICC terms: rendering intents, colour models, sizes. Nothing here throws.
#pragma once

#include <cstddef>

namespace platerip::profiles {

/// The rendering intents of ICC.1, numbered as in the specification and in LittleCMS.
enum class Intent { perceptual = 0, relative = 1, saturation = 2, absolute = 3 };

/// The intent that is used if nobody chooses one.
inline constexpr Intent default_intent = Intent::relative;

/// The colour model of a page or a profile. lab is CIE 1976 L*a*b* (CIE 15), relative to D50.
enum class ColorModel { gray, rgb, cmyk, lab };

/// Larger profiles are refused.
inline constexpr std::size_t max_profile_bytes = std::size_t{64} << 20;

}  // namespace platerip::profiles
