// A band: consecutive rows, one in each SIMD lane, which one wavefront halftones. This file says what a band reads and
// writes, and states the limits of its arithmetic. Private to halftone/cpu/.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "halftone/c_pieces.h"
#include "halftone/error_filter.h"
#include "halftone/even_inks.h"
#include "halftone/halftone.h"
#include "halftone/tone_filter.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone::cpu {

/// This backend stores an error e as y = e + 2039, which is 0 to 4079, so that all arithmetic is unsigned.
inline constexpr std::uint16_t no_error = -min_error;

/// This is added to 16·A, so that the average with the weighted errors is rounded as the definition says.
inline constexpr std::uint8_t rounding_amount = 7;

/// Columns of a row of errors before the page's first column and after its last. Bands read and write them.
inline constexpr std::int64_t left_margin = 320;
inline constexpr std::int64_t right_margin = 512;

/// Columns by which each row lags behind the row above, for a filter that collects from this many columns to the right.
/// This is one more than the filter needs, so that moving errors from lane to lane may take two steps.
constexpr int skew_for(int reach_right) {
  return reach_right + 2;
}

/// How far a band has come. The bands of a plane are numbered from 1 through the whole page. So a value that an earlier
/// band left here is always less than any value of this band.
struct alignas(64) Progress {
  std::atomic<std::int64_t> position = 0;
};

/// The position of band `number` once the errors that it hands down are final in all columns left of `column`.
constexpr std::int64_t position(std::int64_t number, std::int64_t column) {
  return (number << 32) + column;
}

/// The column in the position of a finished band.
inline constexpr std::int64_t all_columns = (std::int64_t{1} << 32) - 1;

class Displacements;

/// The settings of a plane with a tone filter.
struct ToneSettings {
  const ToneFilter* filter;
  ToneThresholds outer;  ///< beside paper or solid
  ToneThresholds inner;  ///< beside an inner level
  int ink;
  const ToneLadder* ladder = nullptr;            ///< null for two levels
  const Displacements* displacements = nullptr;  ///< of the ladder
};

/// A plane beside the band's plane (even_inks.h), from the band's first row on. Its plate is finished.
struct BandBeside {
  Plane plane;
  Plate plate;
  const BesideDrops* drops;  ///< null for two levels
  std::uint16_t* above;      ///< sums U_o of the overlap with this plane; compare Band::above1
};

struct Band {
  const ErrorFilter* filter;    ///< null for a tone filter
  const ToneSettings* tone;     ///< null for an error filter
  const LevelAmounts* amounts;  ///< for an error filter
  int levels;                   ///< of the plate
  int bits;
  std::int64_t width;
  std::int64_t number;
  int rows;                ///< 1 to band_rows(*filter)
  std::int64_t first_row;  ///< of the page
  Plane plane;             ///< samples, from the band's first row on
  Plate plate;
  /// Errors of the row above the band (above1) and, for filters that reach two rows up, of the row above that (above2).
  /// As the band runs, it replaces these errors column by column with the errors of its own last rows. For tone
  /// filters, above1 has the sums U, which the band replaces with the sums U of the row below it.
  std::uint16_t* above1;
  std::uint16_t* above2;
  Plane next;               ///< rows that the same thread will probably run next; it prefetches their beginning
  int next_rows;            ///< 0 if there are none
  const Progress* before;   ///< progress of band number − 1
  Progress* progress;       ///< progress of this band
  CAbove* above = nullptr;  ///< set if C of the row above comes from a neighbour; replaces `before`
  CBelow* below = nullptr;  ///< set if C of the last row goes to a neighbour
  int besides = 0;          ///< planes beside this one
  std::array<BandBeside, max_beside> beside = {};
};

/// Whether a filter can run in lanes of 16 bits: it divides by 16, so its sums need no multiplier, and it collects only
/// from the pixel to the left and from three neighbours above. The other filters run in lanes of 32 bits.
constexpr bool is_narrow(const ErrorFilter& filter) {
  const int right = filter.reach_right();
  const int above = filter.weight(-1, right) + filter.weight(-1, right - 1) + filter.weight(-1, right - 2);
  return filter.divisor == 16 && filter.weight(0, -1) + above == filter.sum();
}

/// Whether M·w, the weights in lanes of 32 bits, fit in signed numbers of 16 bits.
constexpr bool fits_products(const ErrorFilter& filter) {
  for (const Weight& w : filter.weights) {
    if (filter.multiplier() * w.weight > 32767) return false;
  }
  return true;
}

/// Whether a band of a single row leaves its own errors in above2, and those of the row above it in above1. The caller
/// must then swap the two.
constexpr bool swaps_above(const ErrorFilter& filter) {
  return !is_narrow(filter);
}

}  // namespace platerip::halftone::cpu
