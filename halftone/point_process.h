// The point processes: thresholds that do not depend on other pixels. Nothing here throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace platerip::halftone {

/// The thresholds t of a row, in 1/128 of the step from one level to the next. They repeat after eight columns. Let A
/// be the ink amount, and V_0 to V_{N−1} the levels, in units of 1/4080 of solid, as in error_filter.h. The pixel's
/// level is the number of k in 1 … N − 1 with A > V_{k−1} + (V_k − V_{k−1})·t/128.
using RowThresholds = std::array<int, 8>;

/// A point process.
struct PointProcess {
  std::string_view name;
  std::string_view title;                           // for print dialogs
  std::string_view source;                          // who published it, and where
  RowThresholds (*row_thresholds)(std::int64_t y);  // for row y of the page; repeats after eight rows
};

/// The same threshold everywhere: half a step.
constexpr RowThresholds half_a_step(std::int64_t /*y*/) {
  return {64, 64, 64, 64, 64, 64, 64, 64};
}

/// Bayer's thresholds: t = 2·index + 1, where the 8×8 index matrix interleaves the bits of x xor y and of y, lowest bit
/// first.
constexpr RowThresholds bayer_thresholds(std::int64_t y) {
  RowThresholds thresholds{};
  for (int x = 0; x < 8; ++x) {
    int index = 0;
    for (int bit = 0; bit < 3; ++bit) {
      const int row_bit = static_cast<int>(y >> bit & 1);
      const int column_bit = x >> bit & 1;
      index = index << 2 | (column_bit ^ row_bit) << 1 | row_bit;
    }
    thresholds[static_cast<std::size_t>(x)] = 2 * index + 1;
  }
  return thresholds;
}

inline constexpr std::array point_processes{
    PointProcess{
        .name = "threshold", .title = "Threshold", .source = "half a step everywhere", .row_thresholds = half_a_step},
    PointProcess{.name = "bayer",
                 .title = "Bayer",
                 .source =
                     "B. E. Bayer, \"An optimum method for two-level rendition of continuous-tone pictures\", ICC "
                     "1973",
                 .row_thresholds = bayer_thresholds},
};

}  // namespace platerip::halftone
