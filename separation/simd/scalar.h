// The inner loops for one pixel at a time: for the end of a row after its last full vector, and for machines without
// vectors. Private to separation/.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "separation/cmyk_interpolation.h"
#include "separation/ink_limit.h"
#include "separation/interpolation.h"
#include "separation/plan.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation::simd::scalar {

template <typename Sample>
void interpolate(GridNodes nodes, const Sample* rgb, std::int64_t first, std::int64_t count, InkRows<Sample> inks) {
  for (std::int64_t p = first; p < count; ++p) {
    const Path path = path_of(rgb[3 * p], rgb[3 * p + 1], rgb[3 * p + 2]);
    for (std::size_t ink = 0; ink < inks.size(); ++ink) {
      const auto corner = [&](std::size_t i) { return nodes[group_inks * std::size_t{path.corners[i]} + ink]; };
      inks[ink][p] = rounded<Sample>(interpolated(path, corner(0), corner(1), corner(2), corner(3)));
    }
  }
}

inline std::uint32_t interpolated_cmyk(GridNodes nodes, const CmykPath& path, std::size_t ink) {
  const auto slice = [&](std::uint32_t at) {
    const auto corner = [&](std::size_t i) { return nodes[group_inks * std::size_t{path.corners[i] + at} + ink]; };
    return in_slice(path, corner(0), corner(1), corner(2), corner(3));
  };
  return between_slices(path, slice(0), slice(cmyk_steps[0]));
}

template <typename Sample>
void interpolate_cmyk(GridNodes nodes, const Sample* cmyk, std::int64_t first, std::int64_t count,
                      InkRows<Sample> inks) {
  for (std::int64_t p = first; p < count; ++p) {
    const CmykPath path = cmyk_path_of(cmyk + 4 * p);
    for (std::size_t ink = 0; ink < inks.size(); ++ink)
      inks[ink][p] = rounded<Sample>(interpolated_cmyk(nodes, path, ink));
  }
}

inline void interpolate_cmyk_to_rgb(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t first, std::int64_t count,
                                    std::uint8_t* rgb) {
  for (std::int64_t p = first; p < count; ++p) {
    const CmykPath path = cmyk_path_of(cmyk + 4 * p);
    for (std::size_t c = 0; c < 3; ++c) rgb[3 * p + c] = rounded<std::uint8_t>(interpolated_cmyk(nodes, path, c));
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

}  // namespace platerip::separation::simd::scalar
