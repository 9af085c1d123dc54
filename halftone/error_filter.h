// The error filters: which errors a pixel collects, with what weights, and why the arithmetic cannot overflow. A new
// filter of fixed weights is an entry of error_filters: every backend compiles its code from it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace platerip::halftone {

/// Solid ink in the units that errors are counted in, and the bounds of an error (proved below).
inline constexpr int solid = 4080;
inline constexpr int min_error = -2039;
inline constexpr int max_error = 2040;
constexpr bool is_error(int value) {
  return value >= min_error && value <= max_error;
}

/// Columns to the left or right, and rows above, that any filter reaches at most.
inline constexpr int max_reach = 2;

/// One collected error: that of the pixel `row` rows and `column` columns from this one (row 0: to the left; row −1,
/// −2: above).
struct Weight {
  int row = 0;
  int column = 0;
  int weight = 0;
};

struct ErrorFilter {
  std::string_view name;
  std::string_view source;         // who published it, and where
  std::array<Weight, 12> weights;  // (0, −1) first, then (0, −2) if there is one; unused ones at the end are 0
  int divisor = 1;

  /// Of the weights, without the divisor.
  [[nodiscard]] constexpr int sum() const {
    int total = 0;
    for (const Weight& w : weights) total += w.weight;
    return total;
  }
  /// The weight of the error so many rows and columns away; 0 where the filter has none.
  [[nodiscard]] constexpr int weight(int row, int column) const {
    for (const Weight& w : weights) {
      if (w.weight > 0 && w.row == row && w.column == column) return w.weight;
    }
    return 0;
  }
  /// M of the definition: round(65536 / divisor).
  [[nodiscard]] constexpr int multiplier() const { return (65536 + divisor / 2) / divisor; }
  /// Rows above that are collected from: 1 or 2.
  [[nodiscard]] constexpr int rows() const {
    int rows = 0;
    for (const Weight& w : weights) rows = -w.row > rows ? -w.row : rows;
    return rows;
  }
  /// Columns to the right that are collected from, 0 to max_reach.
  [[nodiscard]] constexpr int reach_right() const {
    int reach = 0;
    for (const Weight& w : weights) reach = w.weight > 0 && w.column > reach ? w.column : reach;
    return reach;
  }
  /// Columns by which a row may lag behind the row above so that a pixel of each can be done at once. The rows of a
  /// parallelogram block begin and end so.
  [[nodiscard]] constexpr int skew() const { return reach_right() + 1; }
  /// Columns that the pixels of a parallelogram block reach beyond its left edge, in any row of it.
  [[nodiscard]] constexpr int reach_behind() const {
    int reach = 0;
    for (const Weight& w : weights) reach = std::max(reach, -w.row * skew() - w.column);
    return reach;
  }
};

/// The table. CMake reads the names too, and has a file of kernels made for each (halftone/CMakeLists.txt).
inline constexpr std::array error_filters{
    ErrorFilter{.name = "floyd-steinberg",
                .source =
                    "R. W. Floyd and L. Steinberg, \"An adaptive algorithm for spatial greyscale\", Proc. SID 17, "
                    "1976",
                .weights = {{{0, -1, 7}, {-1, -1, 1}, {-1, 0, 5}, {-1, 1, 3}}},
                .divisor = 16},
    // The weight below left moved one further left.
    ErrorFilter{.name = "fan",
                .source = "Z. Fan, \"A simple modification of error diffusion weights\", IS&T Annual Conference, 1992",
                .weights = {{{0, -1, 7}, {-1, 0, 5}, {-1, 1, 3}, {-1, 2, 1}}},
                .divisor = 16},
    ErrorFilter{.name = "jarvis",
                .source = "J. F. Jarvis, C. N. Judice and W. H. Ninke, \"A survey of techniques for the display of "
                          "continuous tone pictures on bilevel displays\", Computer Graphics and Image Processing 5, "
                          "1976",
                .weights = {{{0, -1, 7},
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
                .divisor = 48},
    ErrorFilter{.name = "stucki",
                .source = "P. Stucki, \"MECCA: a multiple-error correction computation algorithm for bilevel image "
                          "hardcopy reproduction\", IBM RZ1060, 1981",
                .weights = {{{0, -1, 8},
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
                .divisor = 42},
    ErrorFilter{
        .name = "sierra-two-row",
        .source = "F. Sierra, two-row filter, 1989/90, in L. D. Crocker, \"Digital halftoning\" (DHALF.TXT), 1991",
        .weights = {{{0, -1, 4}, {0, -2, 3}, {-1, -2, 1}, {-1, -1, 2}, {-1, 0, 3}, {-1, 1, 2}, {-1, 2, 1}}},
        .divisor = 16},
};

// What lies between strips of a plane is C, the errors e of the last rows() rows: PlaneBoundary::state has them as
// std::int16_t, native byte order, [row, upper first][column]; 0 above the page. That is version 1. R, the errors where
// a block of columns stopped, is needed only while rows are unfinished, and after a strip none is.

/// Where in the table the filter of that name is. An unknown name does not compile.
consteval std::size_t place_of(std::string_view name) {
  std::size_t place = 0;
  while (error_filters.at(place).name != name) ++place;
  return place;
}

/// Where in the table a filter is. Precondition: it is there.
constexpr std::size_t place_of(const ErrorFilter& filter) {
  return static_cast<std::size_t>(&filter - error_filters.data());
}

/// Calls use.template operator()<place>() with the filter's place in the table: for code compiled for each filter.
template <typename Use>
constexpr auto with_place_of(const ErrorFilter& filter, Use use) {
  return [&]<std::size_t... place>(std::index_sequence<place...>) {
    using Call = decltype(use.template operator()<0>()) (*)(Use&);
    constexpr Call calls[] = {[](Use& each) { return each.template operator()<place>(); }...};
    return calls[place_of(filter)](use);
  }
  (std::make_index_sequence<error_filters.size()>());
}

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

/// Whether the weights are where all backends look for them: to the left in the order that ErrorFilter says, none
/// further away than max_reach, each at most once.
constexpr bool is_well_formed(const ErrorFilter& filter) {
  int total = 0;
  for (int row = -max_reach; row <= 0; ++row) {
    for (int column = -max_reach; column <= (row < 0 ? max_reach : -1); ++column) total += filter.weight(row, column);
  }
  const bool left_first = filter.weights[0].weight == filter.weight(0, -1) && filter.weights[0].column == -1;
  const bool then_second = filter.weight(0, -2) == 0 || filter.weights[1].weight == filter.weight(0, -2);
  return total == filter.sum() && left_first && then_second && filter.rows() >= 1;
}

consteval bool all_filters(bool (*holds)(const ErrorFilter&)) {
  for (const ErrorFilter& filter : error_filters) {
    if (!holds(filter)) return false;
  }
  return true;
}
static_assert(all_filters(keeps_its_bound));
static_assert(all_filters(is_well_formed));

}  // namespace platerip::halftone
