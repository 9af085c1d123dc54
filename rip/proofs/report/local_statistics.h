// The local statistics filter for a row of pixels. Compiled for each instruction set; all give the same.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace platerip::rip {

/// Moves a window down: adds a row of tones to the sums over each column, and the squares of the tones to those of
/// squares, and takes another row out of them. Either row may be empty. All sums are whole numbers below 2⁵³, so they
/// are exact.
void move_window(std::span<const std::uint16_t> entering, std::span<const std::uint16_t> leaving, double* sums,
                 double* squares);

/// sums[i] = values[i] + … + values[i + width − 1] for `count` sums. `values` has count + width − 1 numbers, and
/// `scratch` is as long.
void sum_neighbours(const double* values, std::size_t count, std::size_t width, double* scratch, double* sums);

/// Windows of more columns are summed by sum_neighbours().
inline constexpr std::size_t most_neighbours = 9;

/// The windows around the pixels of a row, and the pixels. All windows have as many pixels.
struct LocalStatistics {
  const double* sums = nullptr;     ///< of the tones in the columns of the first window, and so on
  const double* squares = nullptr;  ///< sums of their squares
  std::size_t neighbours =
      1;  ///< how many of these make up a window: odd, at most most_neighbours; the first moves by one with it
  const std::uint16_t* tones = nullptr;
  double share = 1;  ///< of a pixel in its window
  double grain = 0;  ///< the greatest variance that dots give to a flat area
};

/// Writes to `out` for each of `count` pixels the mean of its window, and as much of its difference from that as edges
/// cause: mean + max(0, 1 − grain / variance) · (tone − mean), rounded.
void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out);

}  // namespace platerip::rip
