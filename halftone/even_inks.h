// Even inks: a plane spreads its dots evenly over the dots of the planes beside it, because inks that meet by chance
// look grainy. On average inks overlap as often as M. E. Demichel's equations (1924) predict, so ICC profiles stay
// valid. Only for tone filters and plates of two levels. Nothing here throws.
//
// A plane collects its own errors, and also the errors of its overlap with each plane beside it, as if the overlap were
// a plane too. Units are those of tone_filter.h. For each plane beside it:
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
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "halftone/tone_filter.h"

namespace platerip::halftone {

/// The most planes that a plane can have beside it.
inline constexpr std::size_t max_beside = 2;

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

// The state between strips of a plane with planes beside it is U for the next row, followed by the overlaps' sums for
// the next row: std::int16_t in native byte order, ordered [own, overlaps][column]. This is version 2 of the layout of
// tone filters.
inline constexpr int even_boundary_version = 2;

/// The greatest sum, of either sign, that an overlap collects from the row above.
inline constexpr int largest_overlap_sum = 2048 * (1 + 4 + 3 + 1);

/// The bound of U, of either sign, of a plane with planes beside it.
constexpr int largest_even_sum(const ToneFilter& filter) {
  return has_fixed_weights(filter) ? largest_tone_sum(filter) / (fixed_error / 16) * 2048 : largest_tone_sum(filter);
}

// Proof of the bounds. Own errors: without ink, A + S <= A + threshold <= 32767 by even_threshold(), and A + S >= S >=
// −32767. With ink, A + S − 32640 > A + threshold − 32640 >= −32768, and at most S <= 32767. So |e| <= 32767. The
// bounds in tone_filter.h follow from this alone.
// Where m is 0, the threshold is not changed: A + threshold is from −1 to 32640 (has_thresholds), and the threshold of
// paper and of whole levels is 32767 with A = 0, so that they print nothing more.
// Overlap errors: products of −32768 are −2048·w, those of 32767 are at most 2048·w. So S_o lies from −32768 to 32768,
// and fits 16 bits with its limit. Then S_o >> 1 and −1 − (S_o >> 1) both lie from −16384 to 16383, and the sum of two
// of them fits 16 bits. A_o − 32640 and A_o do too.
static_assert(overlap_weights[0] + largest_overlap_sum / 2048 == 16);
static_assert(max_beside * 16384 <= 32768);
static_assert(overlap_amount(tone_step, tone_step) <= tone_step);
static_assert(std::ranges::all_of(tone_filters,
                                  [](const ToneFilter& each) { return largest_even_sum(each) <= 28672; }));

}  // namespace platerip::halftone
