// The terms that ICC profiles and their users share: intents, colour models, sizes.
#pragma once

#include <cstddef>

namespace platerip::profiles {

/// ICC.1 rendering intents, in LittleCMS' (and the specification's) order.
enum class Intent { perceptual = 0, relative = 1, saturation = 2, absolute = 3 };

/// The intent where nobody names one.
inline constexpr Intent default_intent = Intent::relative;

enum class ColorModel { gray, rgb, cmyk };

/// Profiles of more bytes are refused.
inline constexpr std::size_t max_profile_bytes = std::size_t{64} << 20;

}  // namespace platerip::profiles
