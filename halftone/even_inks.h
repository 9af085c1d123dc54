// Even inks: a plane spreads its dots evenly over the dots of the planes beside it, because inks that meet by chance
// look grainy. On average inks overlap as often as M. E. Demichel's equations (1924) predict, so ICC profiles stay
// valid. Only for tone filters. Nothing here throws, except BesideDrops (std::bad_alloc).
//
// On plates of two levels, a plane collects its own errors, and also the errors of its overlap with each plane beside
// it, as if the overlap were a plane too. Units are those of tone_filter.h. For each plane beside it:
//
//     A_o  = overlap_amount(A, A of the plane beside it)     how much ink should be on that plane's ink
//     p    = 1 if A_o > 0 and that plane's pixel has ink, else 0
//     S_o  = products that the row above gives to this column + product of the pixel to the left, at most 32767
//     m    = 0 if A_o = 0; S_o >> 1 if p = 1; −1 − (S_o >> 1) if p = 0
//     e_o  = A_o + S_o − 32640·p if this pixel gets ink, A_o + S_o if not; limited to −32768 to 32767
//
// even_threshold() moves the threshold of the pixel's own sum S by the sum of all m. Where overlap is missing, the
// threshold is lower on the other plane's ink, and higher elsewhere. Overlap errors go to the same neighbours as a tone
// filter's errors, as products with overlap_weights. They have no seeds. All else is as in tone_filter.h.
//
// The plane's own errors are never cut off, as the bounds below show, so no ink is lost. Overlap errors may be cut off
// at their limits; the overlap then differs by that amount.
//
// On plates with more levels, the drops above a pixel's lower level are spread evenly over what the plane beside it
// prints there. Its dots are counted by their amounts. For an 8-bit sample a of the plane beside it, (a + 128) div 257
// for 16 bits, let k to l be the levels of ToneLadder::range() on that plane's ladder, V_k to V_l their amounts, and x
// that of a. If k = l, that plane prints its level: F = 0 and β = 0. Otherwise, limited to 0 to 32640 and with `div`
// rounding down:
//
//     F    = (32640·(x − V_k) + (V_l − V_k) div 2) div (V_l − V_k)    how far up its span it should print
//     β    = the same for V_level in the place of x                   how far up it does print
//     A_o  = overlap_amount(X + d − V_j, F)
//     S_o  = as above
//     m    = 0 if F = 0, or if the pixel's class is 0; S_o >> 1 if β > F; −1 − (S_o >> 1) otherwise
//     e_o  = A_o + S_o − overlap_amount(W_j, β) if this pixel prints level j + 1, A_o + S_o if not; limited as above
//
// even_threshold() moves the threshold of the pixel by m, unless its class is 0. All else is as in tone_ladder.h. As
// the plane beside it prints F on average, inks still overlap as often, by their amounts, as if they met by chance.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "halftone/drops.h"
#include "halftone/limits.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone {

/// The weights of overlap errors in 16ths, in the order of ToneClass::weights.
inline constexpr std::array<int, 6> overlap_weights{7, 1, 4, 3, 1, 0};

/// The amount of an overlap: the product of the two planes' amounts (ToneAmount::above), as a fraction of solid. It is
/// 0 where one of the planes is paper or solid, because the overlap is then fixed.
constexpr int overlap_amount(int above, int above_beside) {
  return (above * (above_beside + (above_beside >> 8)) + 16384) >> 15;
}

/// The threshold of a pixel with the amount `above`: the threshold of its class, moved by the sum of all m, and limited
/// so that errors stay in their bounds (proved below).
constexpr int even_threshold(int threshold, int moved_by, int above) {
  return std::clamp(threshold - moved_by, -128 - above, 32767 - above);
}

/// What a plane with drops prints where it is beside another one.
struct BesideDrops {
  /// Precondition: the drops pass check() for plates of `levels` levels, more than 2.
  BesideDrops(const Drops& drops, int levels);

  std::array<std::int16_t, 256> expected{};                         ///< F of each 8-bit sample
  std::array<std::array<std::int16_t, max_levels>, 256> printed{};  ///< β of each 8-bit sample and level
};

// The state between strips of a plane with planes beside it is U for the next row, followed by the overlaps' sums for
// the next row: std::int16_t in native byte order, ordered [own, overlaps][column]. This is version 2 of the layout of
// tone filters.
inline constexpr int even_boundary_version = 2;

/// The greatest sum, of either sign, that an overlap collects from the row above.
inline constexpr int largest_overlap_sum = 2048 * (1 + 4 + 3 + 1);

/// The bound of U, of either sign, of a plane with planes beside it, on plates with `levels` levels.
constexpr int largest_even_sum(const ToneFilter& filter, int levels = 2) {
  if (levels > 2) return largest_ladder_sum(filter);
  return has_fixed_weights(filter) ? largest_tone_sum(filter) / (fixed_error / 16) * 2048 : largest_tone_sum(filter);
}

// Proof of the bounds. Own errors: without ink, A + S <= A + threshold <= 32767 by even_threshold(), and A + S >= S >=
// −32767. With ink, A + S − 32640 > A + threshold − 32640 >= −32768, and at most S <= 32767. So |e| <= 32767. The
// bounds in tone_filter.h follow from this alone.
// On plates with more levels, errors are limited as in tone_ladder.h, and so are U. Without mixing, the same proof
// holds with a smaller step: no ink is lost. A_o lies from −10880 to 32640. Where m is 0, the threshold is not changed:
// A + threshold is from −1 to 32640 (has_thresholds), and the threshold of paper and of whole levels is 32767 with A =
// 0, so that they print nothing more. Overlap errors: products of −32768 are −2048·w, those of 32767 are at most
// 2048·w. So S_o lies from −32768 to 32768, and fits 16 bits with its limit. Then S_o >> 1 and −1 − (S_o >> 1) both lie
// from −16384 to 16383, and the sum of two of them fits 16 bits. A_o − 32640 and A_o do too.
static_assert(overlap_weights[0] + largest_overlap_sum / 2048 == 16);
static_assert(max_beside * 16384 <= 32768);
static_assert(overlap_amount(tone_step, tone_step) <= tone_step);
static_assert(std::ranges::all_of(tone_filters,
                                  [](const ToneFilter& each) { return largest_even_sum(each, 2) <= 28672; }));

}  // namespace platerip::halftone
