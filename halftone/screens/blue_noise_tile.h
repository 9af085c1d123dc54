// The thresholds of blue_noise(), which the build makes (make_blue_noise.cpp). Private to halftone/screens/.
#pragma once

#include <array>
#include <cstdint>

namespace platerip::halftone {

/// The side of tiles of noise, in pixels.
inline constexpr int noise_side = 256;

/// Row by row.
extern const std::array<std::uint16_t, noise_side * noise_side> blue_noise_tile;

}  // namespace platerip::halftone
