// A window of pixels that is searched exhaustively, and the eye's errors that its pixels change (search.h). Private to
// halftone/. Nothing here throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/search.h"

namespace platerip::halftone {

inline constexpr int window_pixels = window_side * window_side;

/// Places that a window's pixels change: those up to glance_reach around it. [row][column], then some more, so that
/// there are whole vectors.
inline constexpr int places_side = window_side + 2 * glance_reach;
inline constexpr std::size_t window_places = 112;
static_assert(window_places >= places_side * places_side);
using Places = std::array<std::int32_t, window_places>;

/// 1020·v of each pixel of a window in each place.
struct alignas(64) WindowWeights {
  std::array<Places, window_pixels> of{};

  constexpr WindowWeights() {
    for (int i = 0; i < window_pixels; ++i) {
      for (int y = 0; y <= 2 * glance_reach; ++y) {
        for (int x = 0; x <= 2 * glance_reach; ++x) {
          const int place = (i / window_side + y) * places_side + i % window_side + x;
          of.data()[i].data()[place] = search_step * glance(y - glance_reach, x - glance_reach);
        }
      }
    }
  }
};
inline constexpr WindowWeights window_weights;

/// The uncertainty of places that do not count: their errors can be this much lower or higher, so 0 is always possible.
inline constexpr std::int32_t any_error = 1 << 29;

struct SearchWindow {
  alignas(64) Places seen;                ///< E in each place
  alignas(64) Places uncertainty;         ///< 0, or any_error for places that do not count
  int pixels = 0;                         ///< that may change, in raster order
  std::array<int, window_pixels> index;   ///< of each: row · window_side + column
  std::array<bool, window_pixels> inked;  ///< whether it prints the next level
};

/// How many pixels may print the next level.
struct InkRange {
  int least = 0;
  int most = window_pixels;
};

struct WindowPattern {
  std::int32_t error = 0;  ///< Σ |E| over all places that count
  unsigned changes = 0;    ///< bit i: whether pixel i of SearchWindow::index changes
};

}  // namespace platerip::halftone
