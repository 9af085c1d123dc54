// LittleCMS' tetrahedral interpolation of one colour, and the grid that it uses. All functions are constexpr, so that
// GPUs run the same code. Private to separation/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace platerip::separation {

/// Interpolation handles this many inks at a time. A press with more inks has several groups.
inline constexpr int group_inks = 4;

/// The nodes of LittleCMS' grid over the RGB cube: 33 along each axis, with red varying slowest.
inline constexpr int grid_side = 33;
/// The distance in nodes between neighbours along the axes of red, green and blue.
inline constexpr std::array<std::uint32_t, 3> axis_steps = {grid_side * grid_side, grid_side, 1};
inline constexpr int grid_nodes = grid_side * grid_side * grid_side;
/// Nodes of padding after the last one. For colours on the far faces of the cube, the far corners of the cell are in
/// the padding. Their weight is 0.
inline constexpr int grid_padding = (grid_side + 1) * grid_side + 1;

/// The inks of one group at every node: group_inks numbers per node, grid_nodes + grid_padding nodes.
using GridNodes = const std::uint16_t*;

/// The position of a sample along its axis of the grid, with 16 fractional bits: LittleCMS' _cmsToFixedDomain(). For
/// every a = 32 · sample, this equals LittleCMS' a + (a + 32767) div 65535.
template <typename Sample>
constexpr std::uint32_t place(Sample sample) {
  static_assert(grid_side - 1 == 1 << 5);
  const std::uint32_t wide = sizeof(Sample) == 1 ? sample * 257u : sample;
  return (wide << 5) + ((wide + 1024) >> 11);
}

/// The four corners of a grid cell between which a colour is interpolated, and their weights. The path leads from the
/// near corner to the far one, along the axes in falling order of the fractions.
struct Path {
  std::array<std::uint32_t, 4> corners;  ///< nodes
  std::array<std::uint32_t, 4> weights;
};

template <typename Sample>
constexpr Path path_of(Sample red, Sample green, Sample blue) {
  constexpr std::array steps = axis_steps;  // a local copy, as device code cannot read host memory
  const std::array places = {place(red), place(green), place(blue)};
  // Each key holds the fraction and, below it, the step along the axis, so that sorting keeps the two together.
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

/// LittleCMS' TetrahedralInterp16(): one 16-bit ink from its values at the path's corners. It sums (c1 − c0)·r1 + (c2 −
/// c1)·r2 + (c3 − c2)·r3 over the fractions r in 32 bits that wrap, so the weights may wrap too.
constexpr std::uint32_t interpolated(const Path& path, std::uint32_t c0, std::uint32_t c1, std::uint32_t c2,
                                     std::uint32_t c3) {
  const auto& w = path.weights;
  const auto rest = static_cast<std::int32_t>(c0 * w[0] + c1 * w[1] + c2 * w[2] + c3 * w[3] + 0x8001);
  return (c0 + static_cast<std::uint32_t>((rest + (rest >> 16)) >> 16)) & 0xFFFF;
}

/// LittleCMS' conversion of 16-bit results to samples: FROM_16_TO_8 for 8 bits.
template <typename Sample>
constexpr Sample rounded(std::uint32_t v) {
  if constexpr (sizeof(Sample) == 2) return static_cast<Sample>(v);
  return static_cast<Sample>((v * 65281 + (1u << 23)) >> 24);
}

}  // namespace platerip::separation
