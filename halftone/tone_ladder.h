// Tone filters for plates with more than two levels. The levels are a ladder of amounts, whose steps may differ.
//
// Near the amount of an inner level, three sizes are mixed: a mask of blue noise moves each pixel's amount up or down.
// The displaced amount then chooses the pair of levels, the class and the threshold. The error counts half of the
// displacement, so that the other half is diffused. Everything is local to the pixel, so that sums, neighbours and the
// state between strips are those of tone_filter.h.
//
// Units. D is the greatest step between two amounts n_k. It is 32640 units or, with mixing, 21760, so that displaced
// amounts fit 16 bits. With N levels, `div` rounding down, and w the mixing in percent:
//
//     V_k = (n_k·D + d div 2) div d, D in units, d in amounts     the levels; W_k = V_{k+1} − V_k is pair k
//     M_k = (255·32768 + W_k div 2) div W_k                       turns an amount above V_k into 255ths of W_k
//     T_k(class) = threshold·W_k / 32640, rounded half away from 0     with tone_thresholds(). Without mixing, `inner`
//                                                                      for classes whose nearer level is inner
//     u_k = (W_k + 510) div 1020                                  the unit of seeds
//
// The mask has B of 0 to 255 at each pixel. For an inner level k, with l = W_{k−1}, u = W_k and z = (2B + 1)(l + u) −
// 512·u, half of its displacement is
//
//     Q_k[B] = −round(−z·w·l / (102400·u)) if z < 0, round(z·w·u / (102400·l)) otherwise    (half away from 0)
//
// So a share u / (l + u) of the pixels moves down, by up to w·l, and the others move up, by up to w·u. The mean is 0.
// For each 8-bit sample a, with its amount x, its pair k, W = W_k and r = x − V_k, the nearer level is k if 2·r < W,
// and k + 1 otherwise. If it is inner and w > 0, g[a] = 256·|W − 2·r| div W, and otherwise 0: the displacement is whole
// at a level, and falls to nothing halfway to the next.
//
// A pixel of sample a, of `max` (255 or 65535), in column x and row y:
//
//     X     = (a·V_{N−1} + max div 2) div max; V_k, if |X − V_k| <= 16 for some k
//     a8    = a for 8 bits, (a + 128) div 257 for 16
//     d     = (Q_near[B]·g[a8] + 128) >> 8, near the nearer level of a8; 0 if g[a8] = 0
//     X'    = X + 2·d, limited to 0 to V_{N−1}
//     j     = the highest k with V_k <= X'
//     A     = X' − V_j
//     class = 0 if A = 0; otherwise that of (A·M_j + 16384) >> 15, limited to 1 to 254
//     U, S  = as in tone_filter.h; a seed is tone_seed() / 32 · u_j, where A > 0
//     p     = 1 if S > T_j(class), else 0; 0 where A = 0
//     level = j + p
//     e     = S + (X + d − V_j) − W_j·p, limited to 16 bits
//
// The products have the weights of the class or, where g[a8] >= centred_from, centred_weights.
//
// Bounds. (1) Without mixing, d is 0 and 0 <= A < W_j, so all is as in tone_filter.h, with a smaller step and
// thresholds in proportion: rounding moves a threshold by at most 1, and e needs no limit. (2) With mixing, 2·|Q_k| is
// less than the step that it moves along, and g falls to both sides of a level faster than X rises. So X' stays between
// the levels on both sides of `near`, but for 16-bit samples, whose g may be that of a sample 1/510 of solid away; the
// limit and the choice of j then see to it. (3) So |2·d| <= 21760, and X + d − V_j lies in −10880 to 32640. e is 16
// bits by its limit, so that products of weight w lie in −2048·w to 2048·w, |S| <= 32767 and |U| <=
// largest_ladder_sum(). (4) The mean: errors are handed on whole, and Q_k sums to 0 over B but for rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "halftone/drops.h"
#include "halftone/tone_filter.h"

namespace platerip::halftone {

/// The greatest step of a ladder, in units: without and with mixing.
inline constexpr int plain_step = tone_step;
inline constexpr int mixed_step = 21760;

/// The least step, in units. Its M still fits 16 bits.
inline constexpr int least_step = 1020;

/// Whether, of amounts that pass the other checks, each step is at least least_step units. `mixed` tells whether they
/// are mixed.
bool has_fine_step(const std::vector<int>& amounts, bool mixed);

/// Amounts as close as this to a level are the level's.
inline constexpr int level_radius = 16;

/// Where the displacement is at least this part of 256, products have centred_weights. In the middle of a step these
/// would make a checkerboard patchy.
inline constexpr int centred_from = 32;

/// The bound of U, of either sign.
constexpr int largest_ladder_sum(const ToneFilter& filter) {
  int sum = 0;
  for (std::size_t k = 1; k < 6; ++k) {
    int largest = centred_weights[k];
    for (const ToneClass& each : filter.classes) largest = std::max(largest, each.weights[k]);
    sum += largest;
  }
  return 2048 * sum;
}
static_assert(std::ranges::all_of(tone_filters,
                                  [](const ToneFilter& each) { return largest_ladder_sum(each) <= 28672; }));

/// The bound of U, of either sign, on plates with `levels` levels.
constexpr int largest_sum(const ToneFilter& filter, int levels) {
  return levels == 2 ? largest_tone_sum(filter) : largest_ladder_sum(filter);
}

/// u of a step.
constexpr int seed_unit(int step) {
  return (step + 510) / 1020;
}

/// A ladder, and the tables of its definition.
struct ToneLadder {
  /// The ladder of an ink. Precondition: the drops pass check(). Throws std::bad_alloc.
  ToneLadder(const ToneFilter& filter, int sharpness, const Drops& drops, int levels);

  int levels;                                                    ///< N
  bool mixed;                                                    ///< w > 0, and there are inner levels
  std::array<int, max_levels> value{};                           ///< V_k
  std::array<int, max_levels> step{};                            ///< W_k, of pairs
  std::array<int, max_levels> to_255{};                          ///< M_k, of pairs
  std::array<ToneThresholds, max_levels> thresholds{};           ///< T_k, of pairs; those of class 0 are not used
  std::vector<std::array<std::int16_t, 256>> displacement = {};  ///< Q_k of each level; 0 for paper and solid
  std::array<std::uint8_t, 256> near{};                          ///< the nearer level of each 8-bit sample
  std::array<std::int16_t, 256> share{};                         ///< g

  /// What a pixel begins with.
  struct Amount {
    int level;       ///< j
    int above;       ///< X + d − V_j
    int tone_class;  ///< 0 if the displaced amount is the level's: the pixel prints it, and has no seed
    bool centred;    ///< products have centred_weights
  };

  /// The amount of a sample of 0 to `max`, 255 or 65535, where the mask has `mask`.
  [[nodiscard]] Amount amount(int sample, int max, int mask) const;

  /// The levels from `lowest` to `highest`.
  struct Range {
    int lowest;
    int highest;
  };
  /// The levels that a sample may print, whatever the mask: the two around its amount, or its amount's level alone;
  /// near an inner level that is mixed, up to three. Samples of 16 bits may have some more.
  [[nodiscard]] Range range(int sample, int max) const;

  /// X of a sample.
  [[nodiscard]] int amount_of(std::int64_t sample, std::int64_t max) const;

 private:
  [[nodiscard]] int level_below(int amount) const;
};

/// The mask of an ink: a byte for each pixel of a tile of mask_side × mask_side, row by row. It is the upper half of
/// the thresholds of blue_noise(), turned and moved for the ink by for_ink(). Throws std::bad_alloc.
std::vector<std::uint8_t> drop_mask(int ink);
inline constexpr int mask_side = 256;

}  // namespace platerip::halftone
