// The error filters: which errors a pixel collects, with what weights, and why the arithmetic cannot overflow.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Solid ink in the units that errors are counted in, and the bounds of an error (proved below).
inline constexpr int solid = 4080;
inline constexpr int min_error = -2039;
inline constexpr int max_error = 2040;

/// One collected error: that of the pixel `row` rows and `column` columns from this one (row 0: to the left; row −1,
/// −2: above).
struct Weight {
  int row = 0;
  int column = 0;
  int weight = 0;
};

struct ErrorFilter {
  std::array<Weight, 12> weights;  // those of row 0 first; unused ones at the end are 0
  int divisor = 1;

  /// Of the weights, without the divisor.
  [[nodiscard]] constexpr int sum() const {
    int total = 0;
    for (const Weight& w : weights) total += w.weight;
    return total;
  }
  /// M of the definition: round(65536 / divisor).
  [[nodiscard]] constexpr int multiplier() const { return (65536 + divisor / 2) / divisor; }
  /// Rows above that are collected from: 1 or 2.
  [[nodiscard]] constexpr int rows() const {
    int rows = 0;
    for (const Weight& w : weights) rows = -w.row > rows ? -w.row : rows;
    return rows;
  }
};

/// Columns to the left or right that any filter reaches at most.
inline constexpr int max_reach = 2;

/// R. W. Floyd and L. Steinberg, "An adaptive algorithm for spatial greyscale", Proc. SID 17, 1976.
inline constexpr ErrorFilter floyd_steinberg{{{{0, -1, 7}, {-1, -1, 1}, {-1, 0, 5}, {-1, 1, 3}}}, 16};

/// Z. Fan, "A simple modification of error diffusion weights", IS&T Annual Conference, 1992: the weight below left
/// moved one further left.
inline constexpr ErrorFilter fan{{{{0, -1, 7}, {-1, 0, 5}, {-1, 1, 3}, {-1, 2, 1}}}, 16};

/// J. F. Jarvis, C. N. Judice and W. H. Ninke, "A survey of techniques for the display of continuous tone pictures on
/// bilevel displays", Computer Graphics and Image Processing 5, 1976.
inline constexpr ErrorFilter jarvis{{{{0, -1, 7},
                                      {0, -2, 5},
                                      {-1, -2, 3},
                                      {-1, -1, 5},
                                      {-1, 0, 7},
                                      {-1, 1, 5},
                                      {-1, 2, 3},
                                      {-2, -2, 1},
                                      {-2, -1, 3},
                                      {-2, 0, 5},
                                      {-2, 1, 3},
                                      {-2, 2, 1}}},
                                    48};

/// P. Stucki, "MECCA: a multiple-error correction computation algorithm for bilevel image hardcopy reproduction", IBM
/// RZ1060, 1981.
inline constexpr ErrorFilter stucki{{{{0, -1, 8},
                                      {0, -2, 4},
                                      {-1, -2, 2},
                                      {-1, -1, 4},
                                      {-1, 0, 8},
                                      {-1, 1, 4},
                                      {-1, 2, 2},
                                      {-2, -2, 1},
                                      {-2, -1, 2},
                                      {-2, 0, 4},
                                      {-2, 1, 2},
                                      {-2, 2, 1}}},
                                    42};

// The bounds of each filter. Let every collected e lie in [−2039, 2040]. The weights are not negative and sum to D, and
// M·D <= 65536, so M·Σ w·e lies in 65536·[−2039, 2040] and the shifted sum in [−2039, 2040]. A lies in [0, 4080], so s
// lies in [−2039, 6120]. Above a threshold e > −step/2 >= −2040, up to the next e <= step/2 <= 2040; below the first
// e = s >= −2039; above the last e = s − 4080 <= 2040. So e lies in [−2039, 2040] again, and at the top of the page it
// is 0.
// M·Σ + 32768 + 65536·A stays below 65536·(2040 + 4080) + 32768 < 2³¹.
constexpr bool keeps_its_bound(const ErrorFilter& filter) {
  for (const Weight& w : filter.weights) {
    if (w.weight < 0) return false;
  }
  return filter.sum() == filter.divisor && filter.multiplier() * filter.divisor <= 65536;
}
static_assert(keeps_its_bound(floyd_steinberg));
static_assert(keeps_its_bound(fan));
static_assert(keeps_its_bound(jarvis));
static_assert(keeps_its_bound(stucki));
// With D = 16 the sum itself fits a 16-bit lane.
static_assert(16 * max_error < 32768);

/// The filter of a method that has one. Precondition: it is not a point process.
constexpr const ErrorFilter& error_filter(Method method) {
  switch (method) {
    case Method::fan:
      return fan;
    case Method::jarvis:
      return jarvis;
    case Method::stucki:
      return stucki;
    default:
      return floyd_steinberg;
  }
}

/// Whether a method is an error filter and no point process.
constexpr bool has_error_filter(Method method) {
  return method != Method::threshold && method != Method::bayer;
}

}  // namespace platerip::halftone
