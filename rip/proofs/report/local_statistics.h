// The local statistics filter for a row of pixels. Compiled for each instruction set; all give the same.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// The windows around the pixels of a row, and the pixels. All windows have as many pixels.
struct LocalStatistics {
  const std::uint32_t* sums = nullptr;  ///< of the tones in each window, less than 2³¹
  const double* squares = nullptr;      ///< sums of their squares
  const std::uint16_t* tones = nullptr;
  double share = 1;  ///< of a pixel in its window
  double grain = 0;  ///< the greatest variance that dots give to a flat area
};

/// Writes to `out` for each of `count` pixels the mean of its window, and as much of its difference from that as edges
/// cause: mean + max(0, 1 − grain / variance) · (tone − mean), rounded.
void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out);

}  // namespace platerip::rip
