// The ink that the levels of a plate print.
#pragma once

#include <array>
#include <cstdint>

#include "halftone/halftone.h"

namespace platerip::rip {

/// The ink of each level of a plate's pixels, in a unit of its own.
struct LevelInk {
  std::array<std::uint32_t, halftone::max_levels> of{0, 1};  ///< rising from 0; levels that do not occur have 0
  std::uint32_t solid = 1;                                   ///< the most of these
  int bits = 1;                                              ///< of a pixel
  bool even = true;                                          ///< a level's ink is its number

  /// Of plates with one bit per pixel.
  LevelInk() = default;
  /// Of a plane on plates with `levels` levels. Throws std::bad_alloc.
  LevelInk(const halftone::PlaneSettings& plane, int levels) : bits(halftone::plate_bits(levels)) {
    const std::vector<int> amounts = halftone::amounts_of(plane.drops, levels);
    for (std::size_t level = 0; level < amounts.size(); ++level) {
      of[level] = static_cast<std::uint32_t>(amounts[level]);
      even = even && of[level] == level;
    }
    solid = static_cast<std::uint32_t>(amounts.back());
  }

  /// As a tone, 0 for paper to 65535 for solid.
  [[nodiscard]] std::uint16_t tone(std::size_t level) const {
    return static_cast<std::uint16_t>(std::uint64_t{65535} * of[level] / solid);
  }
};

}  // namespace platerip::rip
