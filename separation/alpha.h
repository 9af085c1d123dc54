// Composes pixels with alpha over paper. Private to separation/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "separation/pixel_format.h"

namespace platerip::separation {

/// Composes the sample `color` of a pixel with this alpha over paper. Nothing overflows 32 bits: 65535 · 65535 + 32767
/// < 2³².
template <typename Sample>
constexpr Sample over_paper(Alpha kind, std::uint32_t color, std::uint32_t alpha, std::uint32_t paper) {
  constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
  const std::uint32_t seen_paper = paper == 0 ? 0 : max - alpha;
  if (kind == Alpha::associated) return static_cast<Sample>(std::min(max, color + seen_paper));
  return static_cast<Sample>((color * alpha + max * seen_paper + max / 2) / max);
}

/// Composes `count` pixels of `format` over paper white, as Settings defines. `in` has alpha last, `out` has no alpha.
/// Sample is std::uint8_t or std::uint16_t, according to format.bits.
template <typename Sample>
void compose_over_paper(const PixelFormat& format, const Sample* in, Sample* out, std::int64_t count);

}  // namespace platerip::separation
