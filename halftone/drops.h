// Drop sizes: the amounts of ink that the levels of a plate print, and how they are mixed.
//
// Nothing here throws, except copies of Drops and check() (std::bad_alloc). All functions are thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/status.h"
#include "halftone/limits.h"

namespace platerip::halftone {

/// The greatest amount of a level.
inline constexpr int max_drop = 1'000'000;

/// The range of mixing, in percent.
inline constexpr int min_drop_mix = 0;
inline constexpr int max_drop_mix = 100;

/// The drop sizes of an ink.
struct Drops {
  /// The amount of ink that each level prints, on any scale: 0 for paper, then rising, at most max_drop. The last is
  /// solid. None: all levels of the plate, evenly spaced.
  std::vector<int> amounts = {};
  /// How much three sizes are mixed near the amount of an inner level, in percent. Without mixing, a tone of exactly
  /// that amount prints one size only: its texture vanishes there, which shows in gradients. For methods that mix.
  int mix = 0;

  friend bool operator==(const Drops&, const Drops&) = default;
};

/// The amounts of the levels of a plate: those of `drops`, or 0, 1, … levels − 1.
std::vector<int> amounts_of(const Drops& drops, int levels);

/// The levels of a plate as amounts of which solid has `of_solid`, rounded. What is above the last is not used.
struct LevelAmounts {
  LevelAmounts(const Drops& drops, int levels, int of_solid);

  int levels;                           ///< of this ink
  std::array<int, max_levels> value{};  ///< (n_k·of_solid + n_last div 2) div n_last
};

/// Whether all steps from one level to the next are equal.
bool are_even(const Drops& drops);

/// Checks the drops of an ink on plates with `levels` levels. Errors: fewer than 2 or more than `levels` amounts; they
/// do not begin with 0 or do not rise; a value is out of range; a step from one amount to the next is too small beside
/// the greatest step (has_fine_step()).
Status check(const Drops& drops, int levels);

}  // namespace platerip::halftone
