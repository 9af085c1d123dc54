// LittleCMS' interpolation for rows of the colour table. Colours that differ only in red share the nodes of their cell.
#if defined(PLATERIP_SEPARATION_SIMD_REDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_REDS_INL_H_
#undef PLATERIP_SEPARATION_SIMD_REDS_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_REDS_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstring>

#include "separation/interpolation.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

// Loads one node for `blocks` colours that differ only in red. The inks of a colour are a block of four 32-bit lanes.
HWY_INLINE V32 load_node(GridNodes nodes, std::uint32_t node) {
  const hn::Rebind<std::uint16_t, D32> d_node;
  const hn::Repartition<std::uint64_t, decltype(d_node)> d64;
  std::uint64_t inks = 0;
  std::memcpy(&inks, nodes + group_inks * static_cast<std::size_t>(node), sizeof inks);
  return hn::PromoteTo(d32, hn::BitCast(d_node, hn::Set(d64, inks)));
}

// On a face of a cell, where red is constant: the nodes on the paths of some colours (near corner, after the first
// step, after both steps), and what each step adds to LittleCMS' sum.
struct Face {
  V32 near, first, both, first_sum, second_sum;
};

struct Steps {
  std::uint32_t first, second;  // along the axes of green and blue, in falling order of the fractions
  V32 first_rest, second_rest;
};

HWY_INLINE Face load_face(GridNodes nodes, std::uint32_t node, const Steps& steps) {
  Face face;
  face.near = load_node(nodes, node);
  face.first = load_node(nodes, node + steps.first);
  face.both = load_node(nodes, node + steps.first + steps.second);
  face.first_sum = hn::Mul(hn::Sub(face.first, face.near), steps.first_rest);
  face.second_sum = hn::Mul(hn::Sub(face.both, face.first), steps.second_rest);
  return face;
}

// A cell has 7 or 8 values of red. Always 8 are computed; the next cell overwrites those that belong to it.
constexpr int cell_reds = 8;
constexpr std::size_t row_reds = 256 + cell_reds;

// The fractions of all reds, each repeated for every ink, and the first red of each cell.
struct Reds {
  std::array<std::uint32_t, row_reds * group_inks> rests{};
  std::array<int, grid_side> first{};

  Reds() {
    for (int red = 255; red >= 0; --red) {
      const std::uint32_t at = separation::place(static_cast<std::uint8_t>(red));
      std::fill_n(rests.begin() + red * group_inks, group_inks, at & 0xFFFF);
      first[at >> 16] = red;
    }
  }
};

// The path depends on the rank of red's fraction among the three. For each rank, the sum is linear in it.
HWY_INLINE void interpolate_cell(const Face& near, const Face& far, const Steps& steps, const Reds& reds, int first,
                                 std::uint8_t* row) {
  const hn::Rebind<std::uint8_t, D32> d8;
  const V32 round = hn::Set(d32, 0x8001);
  const V32 slope_first = hn::Sub(far.near, near.near), sum_first = hn::Add(far.first_sum, far.second_sum);
  const V32 slope_middle = hn::Sub(far.first, near.first), sum_middle = hn::Add(near.first_sum, far.second_sum);
  const V32 slope_last = hn::Sub(far.both, near.both), sum_last = hn::Add(near.first_sum, near.second_sum);
  for (int red = first; red < first + cell_reds; red += blocks) {
    const V32 rest = hn::LoadU(d32, reds.rests.data() + red * group_inks);
    const auto below_first = hn::Lt(rest, steps.first_rest), below_second = hn::Lt(rest, steps.second_rest);
    const auto choose = [&](V32 first_way, V32 middle_way, V32 last_way) {
      return hn::IfThenElse(below_second, last_way, hn::IfThenElse(below_first, middle_way, first_way));
    };
    const V32 slope = choose(slope_first, slope_middle, slope_last);
    const V32 base = hn::Add(choose(sum_first, sum_middle, sum_last), round);
    const auto sum = hn::BitCast(d_signed, hn::Add(hn::Mul(slope, rest), base));
    const auto rounded = hn::ShiftRight<16>(hn::Add(sum, hn::ShiftRight<16>(sum)));
    const V16 inks = to_higher_byte(hn::BitCast(d16, hn::Add(near.near, hn::BitCast(d32, rounded))));
    const V32 bytes = hn::And(hn::ShiftRight<8>(hn::BitCast(d32, inks)), hn::Set(d32, 0xFF));
    hn::StoreU(hn::U8FromU32(bytes), d8, row + red * group_inks);
  }
}

bool interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries) {
  static const Reds reds;
  const std::uint32_t y = separation::place(green), z = separation::place(blue);
  const std::uint32_t node = (y >> 16) * green_step + (z >> 16) * blue_step;
  const bool green_first = (y & 0xFFFF) >= (z & 0xFFFF);
  const V32 green_rest = hn::Set(d32, y & 0xFFFF), blue_rest = hn::Set(d32, z & 0xFFFF);
  const Steps steps = green_first ? Steps{green_step, blue_step, green_rest, blue_rest}
                                  : Steps{blue_step, green_step, blue_rest, green_rest};
  alignas(64) std::array<std::uint8_t, row_reds * group_inks> row;
  Face near = load_face(nodes, node, steps);
  for (std::uint32_t cell = 0; cell + 1 < grid_side; ++cell) {
    const Face far = load_face(nodes, node + (cell + 1) * red_step, steps);
    interpolate_cell(near, far, steps, reds, reds.first[cell], row.data());
    near = far;
  }
  interpolate_cell(near, near, steps, reds, reds.first[grid_side - 1], row.data());
  std::memcpy(entries, row.data(), 256 * sizeof *entries);
  return true;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
