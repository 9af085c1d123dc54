// The tables of tone_ladder.h as a GPU has them, and how a sample becomes an amount by them, for device and host.
// Private to halftone/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "halftone/tone_ladder.h"

namespace platerip::halftone::cuda {

/// Errors have 16 bits: they begin at error_begin, and span error_range units.
inline constexpr float error_begin = -32768;
inline constexpr float error_range = 65535;

/// A ladder's tables, which the planes of a launch share. They are copied 16 bytes at a time.
struct alignas(16) LadderTables {
  /// Of a sample of 8 bits.
  struct alignas(8) Sample {
    std::int32_t distance;       ///< X less the nearer level
    std::int16_t share;          ///< g
    std::uint8_t near;           ///< the nearer level
    std::uint8_t displacements;  ///< the place of that level's displacements, if it is an inner one
  };
  /// Of the pair above a level. All are 0 above solid.
  struct alignas(16) Pair {
    std::int32_t step;    ///< W
    std::int32_t to_255;  ///< M
    float seed_unit;      ///< u / 32; 0 if the filter is not seeded
    float step_of_range;  ///< W, in units of error_range
  };
  struct alignas(2) Class {
    std::uint8_t tone_class;
    std::uint8_t weights;  ///< the bits of their number
  };

  LadderTables(const ToneFilter& filter, const ToneLadder& ladder);

  std::int32_t solid;                  ///< V of the last level
  std::int32_t value[max_levels + 2];  ///< V of levels −1 to N; what is no level is far away
  Pair pairs[max_levels];
  Sample samples[256];
  Class classes[257];                                  ///< of amounts in 255ths, then that of a level's own amount
  std::int16_t thresholds[max_levels][2 * tone_half];  ///< T of pairs; that of class 0 is never exceeded
  std::int16_t displacements[max_levels - 2][256];     ///< Q of inner levels

  /// V of a level of −1 to N.
  [[nodiscard]] constexpr int value_of(int level) const { return value[level + 1]; }
};

/// What a pixel begins with: as ToneLadder::Amount, but with what the displaced amount is above the level for the
/// class, and with the pair.
struct LadderAmount {
  int level;
  int above;
  int rest;
  bool centred;
  LadderTables::Pair pair;

  /// The place of the class in LadderTables::classes.
  [[nodiscard]] constexpr int place() const { return rest == 0 ? 256 : (rest * pair.to_255 + 16384) >> 15; }
};

/// X of a sample of 16 bits, of whose 8-bit sample `near` is the nearer level. No other level but the next ones can be
/// as close as level_radius.
constexpr int amount_of_16_bits(const LadderTables& tables, int sample, int near) {
  const auto a = static_cast<std::uint32_t>(sample), solid = static_cast<std::uint32_t>(tables.solid);
  const auto x = static_cast<int>(a * (solid / 65535) + (a * (solid % 65535) + 32767) / 65535);
  int amount = x;
  for (int level = near - 1; level <= near + 1; ++level) {
    const int distance = x - tables.value_of(level);
    if (distance >= -level_radius && distance <= level_radius) amount = x - distance;
  }
  return amount;
}

/// What a sample of 8 or 16 `bits` begins with where the mask has `mask`.
///
/// A displaced amount is between the levels on both sides of the nearer one. That of 16 bits may be beyond, but by less
/// than a step: the nearer level is that of the 8-bit sample.
template <int bits>
constexpr LadderAmount ladder_amount(const LadderTables& tables, int sample, int mask) {
  const LadderTables::Sample found = tables.samples[bits == 8 ? sample : static_cast<unsigned>(sample + 128) / 257];
  const int near = found.near;
  const bool centred = found.share >= centred_from;
  const int d = (tables.displacements[found.displacements][mask] * found.share + 128) >> 8;
  if constexpr (bits == 8) {
    const int displaced = found.distance + 2 * d;
    const int level = near - (displaced < 0 ? 1 : 0);
    const LadderTables::Pair pair = tables.pairs[level];
    const int rest = displaced + (displaced < 0 ? pair.step : 0);
    return {.level = level, .above = rest - d, .rest = rest, .centred = centred, .pair = pair};
  } else {
    const int x = amount_of_16_bits(tables, sample, near);
    const int moved = x + 2 * d;
    const int displaced = moved < 0 ? 0 : moved > tables.solid ? tables.solid : moved;
    const int level = near - (displaced < tables.value_of(near) ? 1 : 0) -
                      (displaced < tables.value_of(near - 1) ? 1 : 0) +
                      (displaced >= tables.value_of(near + 1) ? 1 : 0);
    const int value = tables.value_of(level);
    return {.level = level,
            .above = x + d - value,
            .rest = displaced - value,
            .centred = centred,
            .pair = tables.pairs[level]};
  }
}

/// A row of a plane's mask, in bytes. It goes on beyond its end as if it began again, so that 16 bytes can be read as
/// words from any column on.
inline constexpr int mask_row = mask_side + 16;
inline constexpr std::size_t mask_bytes = static_cast<std::size_t>(mask_side) * mask_row;

/// The mask of an ink, in mask_bytes. Throws std::bad_alloc.
std::vector<std::uint8_t> padded_mask(int ink);

}  // namespace platerip::halftone::cuda
