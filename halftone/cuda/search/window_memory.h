// What the thread block that searches the windows of a tile keeps in shared memory. Private to halftone/cuda/.
#pragma once

#include <cstdint>

#include "halftone/search.h"

namespace platerip::halftone::cuda {

inline constexpr int window_lanes = 32;
inline constexpr int row_choices = 1 << window_side;  // for a row of a window: half the lanes of a warp
static_assert(2 * row_choices == window_lanes);

/// Places that a window changes: [row][column], with rows of whole vectors.
inline constexpr int window_reach = window_side + 2 * glance_reach;
inline constexpr int reach_stride = 12;
static_assert(window_reach <= reach_stride);

/// Rows that a row of pixels changes.
inline constexpr int glance_side = 2 * glance_reach + 1;

/// Rows and columns of pixels that a tile's windows have, and of the places that they change.
inline constexpr int windows_side = search_tile + window_side - 1;
inline constexpr int places_side = windows_side + 2 * glance_reach;

/// The memory that the threads of a block share.
struct alignas(16) WindowMemory {
  static constexpr int all_places = window_reach * reach_stride;

  /// Choices for the upper rows of a window that may become better than what it has.
  template <int most>
  struct List {
    int count;
    std::uint16_t patterns[most];
    std::int32_t errors[most];  // Σ |E| of the places that lower rows do not change
  };

  /// Places before a row is chosen: E if it gets no ink, plus half of what lower rows can add.
  struct alignas(16) Places {
    std::int32_t seen[glance_side * reach_stride];
  };

  // What a row's pixels with ink add to E: [rows below the first row that they reach][column][choice]. 0 outside the
  // page. With one more choice, lanes that read the same choice in different columns use different banks.
  std::int32_t weights[window_reach][window_reach][row_choices + 1];
  std::int32_t bare[all_places];                           // E, if no pixel of the window had ink; 0 outside the page
  alignas(16) std::int32_t half[window_side][all_places];  // half of what rows of the window after this one can add
  std::int32_t rest[window_side];  // the least Σ |E| of places below all that such a row changes
  std::int32_t error;              // Σ |E|
  unsigned long long best;         // the error of a pattern, then its number
  List<row_choices> first;
  List<row_choices * row_choices> second;
  List<row_choices * row_choices * row_choices> third;
  std::uint64_t upper[windows_side];     // whether a pixel prints the upper level: a bit for each column
  std::uint64_t changing[windows_side];  // whether e ≠ 0
  std::uint64_t extreme[windows_side];   // whether its tone is light or dark
  unsigned windows[search_tile];         // windows with a pixel that may change
  unsigned unsettled[search_tile];       // those that a visit may change
  std::int32_t seen[places_side][places_side];
};

}  // namespace platerip::halftone::cuda
