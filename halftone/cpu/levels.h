// The levels of plates by error filters, as lanes quantise to them. Private to halftone/cpu/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/cpu/band.h"
#include "halftone/drops.h"
#include "halftone/error_filter.h"

namespace platerip::halftone::cpu {

/// Quantises to more than two levels. Where they are even, the level is (s + step/2 − 1) div step, limited to 0 to the
/// last one. The division is a multiplication and a shift by 24, which is exact for all numbers below 8192. Where they
/// are not, the level is the number of borders that y exceeds.
struct Levels {
  int last;
  int step = 0;  // 0 if the levels are not even
  int factor = 0;
  std::array<int, max_levels> border{};  // the greatest y below level k
  std::array<int, max_levels> height{};  // of level k above the one before

  constexpr explicit Levels(int levels)
      : last(levels - 1), step(solid % last == 0 ? solid / last : 0), factor(step > 0 ? (1 << 24) / step + 1 : 0) {}

  explicit Levels(const LevelAmounts& amounts) : Levels(amounts.levels) {
    for (int k = 1; k <= last; ++k) {
      const auto at = static_cast<std::size_t>(k);
      height[at] = amounts.value[at] - amounts.value[at - 1];
      border[at] = (amounts.value[at - 1] + amounts.value[at]) / 2 + no_error;
      if (height[at] != step) step = 0;
    }
  }

  constexpr bool is_exact() const {
    for (int v = 0; v < 8192 && step > 0; ++v)
      if (static_cast<int>(static_cast<std::int64_t>(v) * factor >> 24) != v / step) return false;
    return factor < 65536;
  }
};
static_assert([] {
  for (int levels = 3; levels <= max_levels; ++levels)
    if (!Levels(levels).is_exact()) return false;
  return true;
}());

}  // namespace platerip::halftone::cpu
