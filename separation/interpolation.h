// LittleCMS' tetrahedral interpolation of one colour, and the grid that it runs on. All of it is constexpr, so that
// GPUs run the same code. Private to separation/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace platerip::separation {

/// Interpolation serves this many inks at a time; a press of more has several groups.
inline constexpr int group_inks = 4;

/// The nodes of LittleCMS' grid over the RGB cube: 33 a side, red slowest.
inline constexpr int grid_side = 33;
/// Nodes from one to the next along the axes of red, green and blue.
inline constexpr std::array<std::uint32_t, 3> axis_steps = {grid_side * grid_side, grid_side, 1};
inline constexpr int grid_nodes = grid_side * grid_side * grid_side;
/// Nodes behind the last. Colours on the far faces of the cube read the far corners of their cells there, with weight
/// 0.
inline constexpr int grid_padding = (grid_side + 1) * grid_side + 1;

/// The inks of one group at every node: group_inks numbers a node, grid_nodes + grid_padding nodes.
using GridNodes = const std::uint16_t*;

/// A sample's place along its axis of the grid, with 16 bits behind the point: LittleCMS' _cmsToFixedDomain(). For each
/// a = 32 · sample this equals its a + (a + 32767) div 65535.
template <typename Sample>
constexpr std::uint32_t place(Sample sample) {
  static_assert(grid_side - 1 == 1 << 5);
  const std::uint32_t wide = sizeof(Sample) == 1 ? sample * 257u : sample;
  return (wide << 5) + ((wide + 1024) >> 11);
}

/// The corners of its cell that a colour is interpolated between, and their weights. They lead from the near corner to
/// the far one, along the axes in falling order of the rests.
struct Path {
  std::array<std::uint32_t, 4> corners;  ///< nodes
  std::array<std::uint32_t, 4> weights;
};

template <typename Sample>
constexpr Path path_of(Sample red, Sample green, Sample blue) {
  constexpr std::array steps = axis_steps;  // a device cannot read what lies in the host's memory
  const std::array places = {place(red), place(green), place(blue)};
  // A place's rest and the step along its axis in one number: so they are ordered together.
  std::array<std::uint32_t, 3> keys{};
  std::uint32_t near_corner = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    keys[i] = places[i] << 16 | steps[i];
    near_corner = near_corner * grid_side + (places[i] >> 16);
  }
  const auto greater = [](std::uint32_t a, std::uint32_t b) { return a > b ? a : b; };
  const auto lesser = [](std::uint32_t a, std::uint32_t b) { return a > b ? b : a; };
  const std::uint32_t first = greater(greater(keys[0], keys[1]), keys[2]);
  const std::uint32_t last = lesser(lesser(keys[0], keys[1]), keys[2]);
  const std::uint32_t middle = keys[0] ^ keys[1] ^ keys[2] ^ first ^ last;
  const std::uint32_t r1 = first >> 16, r2 = middle >> 16, r3 = last >> 16;
  const std::uint32_t far_corner = near_corner + steps[0] + steps[1] + steps[2];
  return {{near_corner, near_corner + (first & 0xFFFF), far_corner - (last & 0xFFFF), far_corner},
          {0 - r1, r1 - r2, r2 - r3, r3}};
}

/// LittleCMS' TetrahedralInterp16(): an ink of 16 bits from those at the path's corners. It sums up
/// (c1 − c0)·r1 + (c2 − c1)·r2 + (c3 − c2)·r3 for the rests r in 32 bits that wrap; so the weights may wrap too.
constexpr std::uint32_t interpolated(const Path& path, std::uint32_t c0, std::uint32_t c1, std::uint32_t c2,
                                     std::uint32_t c3) {
  const auto& w = path.weights;
  const auto rest = static_cast<std::int32_t>(c0 * w[0] + c1 * w[1] + c2 * w[2] + c3 * w[3] + 0x8001);
  return (c0 + static_cast<std::uint32_t>((rest + (rest >> 16)) >> 16)) & 0xFFFF;
}

/// LittleCMS' rounding of its 16-bit results to the samples wanted: FROM_16_TO_8.
template <typename Sample>
constexpr Sample rounded(std::uint32_t v) {
  if constexpr (sizeof(Sample) == 2) return static_cast<Sample>(v);
  return static_cast<Sample>((v * 65281 + (1u << 23)) >> 24);
}

}  // namespace platerip::separation
