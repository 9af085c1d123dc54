// A band of rows as one wavefront halftones it: what it reads and writes, and the limits of its arithmetic. Private to
// halftone/cpu/.
#pragma once

#include <atomic>
#include <cstdint>

#include "halftone/error_filter.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

/// Errors are carried as e + 2039, 0 to 4079, so that all arithmetic is unsigned.
inline constexpr std::uint16_t no_error = -min_error;

/// What is added to 16·A, so that the average of it and the collected errors is rounded as the definition says.
inline constexpr std::uint8_t rounding_amount = 7;

/// Columns of an error row that are written or read before the page's first column and behind its last.
inline constexpr std::int64_t left_margin = 320;
inline constexpr std::int64_t right_margin = 512;

/// How far a band has come. Bands of a plane are numbered from 1 through the whole page, so a value that an earlier
/// band left here is always smaller.
struct alignas(64) Progress {
  std::atomic<std::int64_t> position = 0;
};

/// The position of band `number` once its carried errors are final in all columns below `column`.
constexpr std::int64_t position(std::int64_t number, std::int64_t column) {
  return (number << 32) + column;
}

/// The column of a band that is done.
inline constexpr std::int64_t all_columns = (std::int64_t{1} << 32) - 1;

/// A band of rows to halftone.
struct Band {
  const ErrorFilter* filter;
  int levels;
  int bits;
  std::int64_t width;
  std::int64_t number;
  int rows;     ///< 1 to band_rows(*filter)
  Plane plane;  ///< from the band's first row
  Plate plate;
  /// Carried errors of the last row and, for filters of two rows, of the last but one. The band reads them as those of
  /// the rows above it and replaces them by its own, column by column.
  std::uint16_t* above1;
  std::uint16_t* above2;
  Plane next;              ///< rows that the same thread will run next; their beginning is fetched into the cache
  int next_rows;           ///< 0: none are known
  const Progress* before;  ///< of band number − 1
  Progress* progress;      ///< its own
};

/// Whether a chain of 16 bits can run the filter: its sums fit without a factor, and it collects from one pixel to the
/// left and three neighbours above. The others run in 32 bits.
constexpr bool is_narrow(const ErrorFilter& filter) {
  const int right = filter.reach_right();
  const int above = filter.weight(-1, right) + filter.weight(-1, right - 1) + filter.weight(-1, right - 2);
  return filter.divisor == 16 && filter.weight(0, -1) + above == filter.sum();
}

/// Whether the weights of the chain of 32 bits, M·w, are signed numbers of 16 bits.
constexpr bool fits_products(const ErrorFilter& filter) {
  for (const Weight& w : filter.weights) {
    if (filter.multiplier() * w.weight > 32767) return false;
  }
  return true;
}

/// Whether a band of one row leaves its own errors in above2 and those of the row before it in above1.
constexpr bool swaps_above(const ErrorFilter& filter) {
  return !is_narrow(filter);
}

}  // namespace platerip::halftone::cpu
