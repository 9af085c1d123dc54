// Profiles made of a few numbers, as the bytes of ICC profiles.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace platerip::profiles {

/// A chromaticity, in CIE 1931 x and y.
struct Chromaticity {
  double x = 0;
  double y = 0;
};

/// The primaries of an RGB space, and its white.
struct Primaries {
  Chromaticity white;
  Chromaticity red;
  Chromaticity green;
  Chromaticity blue;
};

/// The primaries of sRGB (IEC 61966-2-1).
inline constexpr Primaries srgb_primaries{{0.3127, 0.3290}, {0.64, 0.33}, {0.30, 0.60}, {0.15, 0.06}};

/// The bytes of a profile of an RGB space, the same at every call. Light is the samples' power of `gamma`; nothing: the
/// tone curve of sRGB. Empty if LittleCMS can make no profile of these numbers.
std::vector<std::byte> rgb_icc(const Primaries& primaries, std::optional<double> gamma);

/// The same of a gray space.
std::vector<std::byte> gray_icc(double gamma);

/// The bytes of an Adobe RGB (1998) profile.
std::vector<std::byte> adobe_rgb_icc();

}  // namespace platerip::profiles
