// LittleCMS' interpolation of one colour of four inks, and the grid that it uses: Eval4Inputs(). All functions are
// constexpr, so that GPUs run the same code. Private to separation/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "separation/interpolation.h"

namespace platerip::separation {

/// The nodes of LittleCMS' grid over CMYK: 17 along each axis, with cyan varying slowest.
inline constexpr int cmyk_side = 17;
/// The distance in nodes between neighbours along the axes of cyan, magenta, yellow and black.
inline constexpr std::array<std::uint32_t, 4> cmyk_steps = {17 * 17 * 17, 17 * 17, 17, 1};
inline constexpr int cmyk_nodes = cmyk_side * cmyk_steps[0];
/// Nodes of padding after the last one, which are read with weight 0.
inline constexpr int cmyk_padding = cmyk_steps[0] + cmyk_steps[1] + cmyk_steps[2] + cmyk_steps[3];

/// The position of a 16-bit sample along its axis, with 16 fractional bits. For every a = 16 · sample, this equals
/// LittleCMS' a + (a + 32767) div 65535.
constexpr std::uint32_t cmyk_place(std::uint32_t sample) {
  static_assert(cmyk_side - 1 == 1 << 4);
  return (sample << 4) + ((sample + 2048) >> 12);
}

/// A sample as LittleCMS' 16-bit sample.
template <typename Sample>
constexpr std::uint32_t widened(Sample sample) {
  return sizeof(Sample) == 1 ? sample * 257u : sample;
}

/// The way through a cell from its near corner to its far one, along the axes of magenta, yellow and black in falling
/// order of their fractions. It is taken twice: in the slice of less cyan, and in the one of more cyan.
struct CmykPath {
  std::array<std::uint32_t, 4> corners;  ///< nodes, in the slice of less cyan
  std::array<std::uint32_t, 3> rests;    ///< the fractions, in falling order
  std::uint32_t cyan;                    ///< the fraction between the slices
};

template <typename Sample>
constexpr CmykPath cmyk_path_of(const Sample* cmyk) {
  constexpr std::array steps = cmyk_steps;  // a local copy, as device code cannot read host memory
  std::array<std::uint32_t, 4> places{};
  std::uint32_t near_corner = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    places[i] = cmyk_place(widened(cmyk[i]));
    near_corner += (places[i] >> 16) * steps[i];
  }
  // Each key holds the fraction and, below it, the step along the axis, so that sorting keeps the two together.
  const auto key = [&](std::size_t i) { return places[i] << 16 | steps[i]; };
  const std::uint32_t m = key(1), y = key(2), k = key(3);
  const std::uint32_t first = std::max(std::max(m, y), k), last = std::min(std::min(m, y), k);
  const std::uint32_t middle = m ^ y ^ k ^ first ^ last;
  const std::uint32_t far_corner = near_corner + steps[1] + steps[2] + steps[3];
  return {{near_corner, near_corner + (first & 0xFFFF), far_corner - (last & 0xFFFF), far_corner},
          {first >> 16, middle >> 16, last >> 16},
          places[0] & 0xFFFF};
}

/// LittleCMS' ROUND_FIXED_TO_INT(_cmsToFixedDomain(rest)), which wraps in 32 bits: r + (r + 32767) div 65535, with the
/// quotient rounded towards 0, plus 32768, shifted by 16. This equals it for all 2^32 values.
constexpr std::uint32_t rounded_rest(std::uint32_t rest) {
  const auto shifted = [](std::uint32_t v) { return static_cast<std::uint32_t>(static_cast<std::int32_t>(v) >> 16); };
  return shifted(rest + 0x8000 + shifted(rest + 0x7FFF + (rest >> 31)));
}

/// One 16-bit ink in a slice, from its values at the path's corners.
constexpr std::uint32_t in_slice(const CmykPath& path, std::uint32_t c0, std::uint32_t c1, std::uint32_t c2,
                                 std::uint32_t c3) {
  const auto& r = path.rests;
  return (c0 + rounded_rest((c1 - c0) * r[0] + (c2 - c1) * r[1] + (c3 - c2) * r[2])) & 0xFFFF;
}

/// LittleCMS' LinearInterp() between the slices.
constexpr std::uint32_t between_slices(const CmykPath& path, std::uint32_t less, std::uint32_t more) {
  return (less + (((more - less) * path.cyan + 0x8000) >> 16)) & 0xFFFF;
}

}  // namespace platerip::separation
