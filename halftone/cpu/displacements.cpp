#include "halftone/cpu/displacements.h"

#include <algorithm>
#include <cstddef>

namespace platerip::halftone::cpu {

Displacements::Displacements(const ToneLadder& ladder, int ink, int skew)
    : skew_(skew), tables_(static_cast<std::size_t>(std::max<std::int64_t>(ladder.levels - 2, 1) * table)) {
  if (!ladder.mixed) return;
  const std::vector<std::uint8_t> mask = drop_mask(ink);
  std::int16_t* to = tables_.data();
  for (int level = 1; level + 1 < ladder.levels; ++level, to += table) {
    const std::array<std::int16_t, 256>& halves = ladder.displacement[static_cast<std::size_t>(level)];
    for (std::int64_t line = 0; line < mask_side + lines_ahead; ++line) {
      for (std::int64_t row = 0; row < most_rows; ++row) {
        const std::int64_t x = (line - skew * row) & (mask_side - 1);
        const std::uint8_t here = mask[static_cast<std::size_t>(row % mask_side * mask_side + x)];
        to[line * stride + row % 2 * line_half + most_rows / 2 - 1 - row / 2] =
            static_cast<std::int16_t>(2 * halves[here]);
      }
    }
  }
}

}  // namespace platerip::halftone::cpu
