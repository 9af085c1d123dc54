// The inner loops one pixel at a time: for what is left of a row behind the last whole vector, and for machines without
// vectors. Private to separation/cpu/.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "separation/cpu/kernels.h"
#include "separation/ink_limit.h"
#include "separation/plan.h"

namespace platerip::separation::cpu::scalar {

/// A sample's place along its axis of the grid, with 16 bits behind the point: LittleCMS' _cmsToFixedDomain().
inline std::uint32_t place(std::uint8_t sample) {
  const std::uint32_t a = sample * 257u * (grid_side - 1);
  return a + (a + 32767) / 65535;
}
inline std::uint32_t place(std::uint16_t sample) {
  const std::uint32_t a = sample * std::uint32_t{grid_side - 1};
  return a + (a + 32767) / 65535;
}

/// LittleCMS' rounding of its 16-bit results: FROM_16_TO_8.
inline void store(std::uint32_t v, std::uint8_t* to) {
  *to = static_cast<std::uint8_t>((v * 65281 + (1u << 23)) >> 24);
}
inline void store(std::uint32_t v, std::uint16_t* to) {
  *to = static_cast<std::uint16_t>(v);
}

/// LittleCMS' TetrahedralInterp16(): from a cell's near corner to its far one along the axes in falling order of the
/// rests. It computes in 32 bits and lets them wrap.
template <typename Sample>
void interpolate(GridNodes nodes, const Sample* rgb, std::int64_t first, std::int64_t count, InkRows<Sample> inks) {
  struct Axis {
    std::uint32_t rest;
    std::uint32_t step;
  };
  for (std::int64_t p = first; p < count; ++p) {
    std::array<Axis, 3> axes{};
    std::uint32_t corner = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t at = place(rgb[3 * p + static_cast<std::int64_t>(i)]);
      axes[i] = {at & 0xFFFF, group_inks * axis_steps[i]};
      corner += (at >> 16) * axes[i].step;
    }
    std::ranges::sort(axes, [](const Axis& a, const Axis& b) { return a.rest > b.rest; });
    for (std::size_t ink = 0; ink < inks.size(); ++ink) {
      const std::uint16_t* at = nodes + corner + ink;
      const std::uint32_t near = *at;
      std::uint32_t sum = 0x8001;
      for (const Axis& axis : axes) {
        const std::uint32_t before = *at;
        at += axis.step;
        sum += (*at - before) * axis.rest;
      }
      const auto rest = static_cast<std::int32_t>(sum);
      store((near + static_cast<std::uint32_t>((rest + (rest >> 16)) >> 16)) & 0xFFFF, inks[ink] + p);
    }
  }
}

template <typename Sample>
void deinterleave(const Sample* pixels, std::int64_t first, std::int64_t count, InkRows<Sample> inks) {
  for (std::int64_t p = first; p < count; ++p)
    for (std::size_t ink = 0; ink < inks.size(); ++ink)
      inks[ink][p] = pixels[group_inks * p + static_cast<std::int64_t>(ink)];
}

inline void interleave(InkRows<const std::uint8_t> inks, std::int64_t first, std::int64_t count,
                       std::uint32_t* entries) {
  for (std::int64_t p = first; p < count; ++p) {
    const std::array entry = {inks[0][p], inks[1][p], inks[2][p], inks[3][p]};
    std::memcpy(entries + p, entry.data(), sizeof *entries);
  }
}

inline void interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries) {
  std::array<std::uint8_t, group_inks> inks{};
  const std::array<std::uint8_t*, group_inks> rows = {&inks[0], &inks[1], &inks[2], &inks[3]};
  for (int red = 0; red < 256; ++red) {
    const std::array color = {static_cast<std::uint8_t>(red), green, blue};
    interpolate<std::uint8_t>(nodes, color.data(), 0, 1, rows);
    std::memcpy(entries + red, inks.data(), sizeof *entries);
  }
}

template <typename Sample>
void look_up_row(const Sample* table, const Sample* in, std::int64_t first, std::int64_t count, Sample* out) {
  for (std::int64_t i = first; i < count; ++i) out[i] = table[in[i]];
}

template <typename Sample>
void limit_rows(const InkLimit& limit, std::int64_t first, std::int64_t count, InkRows<Sample> inks) {
  std::array<Sample, max_inks> pixel{};
  for (std::int64_t p = first; p < count; ++p) {
    for (std::size_t ink = 0; ink < inks.size(); ++ink) pixel[ink] = inks[ink][p];
    limit_inks(limit, std::span(pixel.data(), inks.size()));
    for (std::size_t ink = 0; ink < inks.size(); ++ink) inks[ink][p] = pixel[ink];
  }
}

}  // namespace platerip::separation::cpu::scalar
