// The error filters: which errors a pixel collects, with which weights, and why the arithmetic cannot overflow. To add
// a filter with fixed weights, add an entry to error_filters: every backend compiles its code from this table. Nothing
// here throws.
//
// The definition. Amounts and errors are integers in units of 1/4080 of solid, and V_0 = 0 to V_{N−1} = 4080 are the
// levels, rounded to such units (drops.h: LevelAmounts):
//
//     A      = 16·a for an 8-bit sample a, (4080·a + 32767) div 65535 for a 16-bit sample a
//     s      = A + ((M·Σ w·e + 32768) >> 16)   the amount, and the errors e that the pixel collects with weights w
//     level  = the number of k in 1 … N − 1 with 2·s > V_{k−1} + V_k: the nearest level
//     e      = s − V_level
//
// Outside the page e is 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace platerip::halftone {

/// The value of solid ink, in the units of errors, and the bounds of an error (proved below).
inline constexpr int solid = 4080;
inline constexpr int min_error = -2039;
inline constexpr int max_error = 2040;
constexpr bool is_error(int value) {
  return value >= min_error && value <= max_error;
}

/// The most columns to the left or right, and the most rows above, that any filter reaches.
inline constexpr int max_reach = 2;

/// The weight of the error that is collected from the pixel `row` rows and `column` columns away. Row 0 is the pixel's
/// own row, where columns are negative; rows −1 and −2 are above.
struct Weight {
  int row = 0;
  int column = 0;
  int weight = 0;
};

/// The weights of an error filter.
struct ErrorFilter {
  std::string_view name;
  std::string_view title;          // for print dialogs
  std::string_view source;         // who published it, and where
  std::array<Weight, 12> weights;  // (0, −1) first, then (0, −2) if present; unused entries at the end are 0
  int divisor = 1;

  /// The sum of the weights, before division.
  [[nodiscard]] constexpr int sum() const {
    int total = 0;
    for (const Weight& w : weights) total += w.weight;
    return total;
  }
  /// The weight of the error at this offset; 0 if the filter has none there.
  [[nodiscard]] constexpr int weight(int row, int column) const {
    for (const Weight& w : weights) {
      if (w.weight > 0 && w.row == row && w.column == column) return w.weight;
    }
    return 0;
  }
  /// The factor M of the definition: round(65536 / divisor).
  [[nodiscard]] constexpr int multiplier() const { return (65536 + divisor / 2) / divisor; }
  /// The number of rows above that errors are collected from: 1 or 2.
  [[nodiscard]] constexpr int rows() const {
    int rows = 0;
    for (const Weight& w : weights) rows = -w.row > rows ? -w.row : rows;
    return rows;
  }
  /// The number of columns to the right that errors are collected from: 0 to max_reach.
  [[nodiscard]] constexpr int reach_right() const {
    int reach = 0;
    for (const Weight& w : weights) reach = w.weight > 0 && w.column > reach ? w.column : reach;
    return reach;
  }
  /// The number of columns by which a row must lag behind the row above so that both can be processed at once. It is
  /// also the slant of parallelogram blocks.
  [[nodiscard]] constexpr int skew() const { return reach_right() + 1; }
  /// The number of columns that pixels of a parallelogram block reach beyond its left edge, in any of its rows.
  [[nodiscard]] constexpr int reach_behind() const {
    int reach = 0;
    for (const Weight& w : weights) reach = std::max(reach, -w.row * skew() - w.column);
    return reach;
  }
};

/// The table of error filters. CMake also reads the names, and generates a file of CUDA kernels for each filter
/// (halftone/CMakeLists.txt).
inline constexpr std::array error_filters{
    ErrorFilter{.name = "floyd-steinberg",
                .title = "Floyd-Steinberg",
                .source =
                    "R. W. Floyd and L. Steinberg, \"An adaptive algorithm for spatial greyscale\", Proc. SID 17, "
                    "1976",
                .weights = {{{0, -1, 7}, {-1, -1, 1}, {-1, 0, 5}, {-1, 1, 3}}},
                .divisor = 16},
    // Floyd-Steinberg's weights, except that the 1 goes below and two columns to the left, instead of below right.
    ErrorFilter{.name = "fan",
                .title = "Fan",
                .source = "Z. Fan, \"A simple modification of error diffusion weights\", IS&T Annual Conference, 1992",
                .weights = {{{0, -1, 7}, {-1, 0, 5}, {-1, 1, 3}, {-1, 2, 1}}},
                .divisor = 16},
    ErrorFilter{.name = "jarvis",
                .title = "Jarvis, Judice and Ninke",
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
                .title = "Stucki",
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
        .title = "Sierra, Two Rows",
        .source = "F. Sierra, two-row filter, 1989/90, in L. D. Crocker, \"Digital halftoning\" (DHALF.TXT), 1991",
        .weights = {{{0, -1, 4}, {0, -2, 3}, {-1, -2, 1}, {-1, -1, 2}, {-1, 0, 3}, {-1, 1, 2}, {-1, 2, 1}}},
        .divisor = 16},
};

// The state between strips of a plane is C, the errors e of the last rows() rows. In PlaneBoundary::state they are
// std::int16_t in native byte order, [row, upper first][column], and 0 above the page. This is version 1 of the layout.
// R, the errors at the right edge of a block of columns, is not part of the state, because no row is unfinished after a
// strip.

/// The index in the table of the filter of that name. An unknown name does not compile.
consteval std::size_t place_of(std::string_view name) {
  std::size_t place = 0;
  while (error_filters.at(place).name != name) ++place;
  return place;
}

/// The index in the table of a filter. Precondition: it is in the table.
constexpr std::size_t place_of(const ErrorFilter& filter) {
  return static_cast<std::size_t>(&filter - error_filters.data());
}

/// Calls use.template operator()<place>() with the filter's index in the table, for code that is compiled for each
/// filter.
template <typename Use>
constexpr auto with_place_of(const ErrorFilter& filter, Use use) {
  return [&]<std::size_t... place>(std::index_sequence<place...>) {
    using Call = decltype(use.template operator()<0>()) (*)(Use&);
    constexpr Call calls[] = {[](Use& each) { return each.template operator()<place>(); }...};
    return calls[place_of(filter)](use);
  }
  (std::make_index_sequence<error_filters.size()>());
}

// Proof of the bounds of each filter. Let every collected e lie in [−2039, 2040]. The weights are not negative and sum
// to D, and M·D <= 65536. So M·Σ w·e lies in 65536·[−2039, 2040], and the shifted sum in [−2039, 2040]. A lies in [0,
// 4080], so s lies in [−2039, 6120]. Where the level is not paper, s is more than halfway up to it, so e is more than
// −4080 / 2. Where it is not solid, s is at most halfway up to the next, so e is at most 4080 / 2. Of paper, e = s >=
// −2039; of solid, e = s − 4080 <= 2040. So the new e lies in [−2039, 2040] again. At the top of the page e is 0.
// M·Σ + 32768 + 65536·A stays below 65536·(2040 + 4080) + 32768 < 2³¹.
constexpr bool keeps_its_bound(const ErrorFilter& filter) {
  for (const Weight& w : filter.weights) {
    if (w.weight < 0) return false;
  }
  return filter.sum() == filter.divisor && filter.multiplier() * filter.divisor <= 65536;
}

/// Whether the weights are where all backends expect them: those to the left in the order that ErrorFilter states, none
/// further away than max_reach, and each offset at most once.
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
