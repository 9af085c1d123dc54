// The limits of settings.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::halftone {

/// The widest page, in pixels.
inline constexpr std::int64_t max_width = std::int64_t{1} << 31;

/// The most planes that are halftoned together.
inline constexpr std::size_t max_planes = 64;

/// The most planes that a plane can have beside it.
inline constexpr std::size_t max_beside = 2;

/// The fewest and the most levels of a plate.
inline constexpr int min_levels = 2;
inline constexpr int max_levels = 16;

}  // namespace platerip::halftone
