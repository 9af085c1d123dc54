// A thread block searches a window: les and pes (search.h). Private to halftone/cuda/.
//
// Patterns are tried row by row: each of the 16 choices for a row of the window by a lane. As in
// reference/search_window.cpp, what is not chosen yet leaves bounds for the error of each place. Choices that cannot
// become better than what the window has are left out. All that is left of one row is listed before the next row.
//
// A pattern has a bit for each pixel of the window: 1 if it prints the upper level. Bit 0 is the upper left one.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/search/window_memory.h"
#include "halftone/search.h"

namespace platerip::halftone::cuda {

/// A window before it is searched.
struct Window {
  unsigned ink;       // the pattern that it has
  unsigned changing;  // the pixels that may change
  bool has_extremes;  // whether one of these has a light or dark tone
};

/// Places of a window that are on the page.
struct PlacesOnPage {
  int first_row;
  int end_row;
  int first_column;
  int end_column;
};

/// How many pixels may have ink.
struct InkRange {
  int least;
  int most;
};

/// A row of a pattern, and all rows from one on.
__device__ inline unsigned row_of(unsigned pattern, int row) {
  return pattern >> row * window_side & (row_choices - 1);
}
__device__ inline unsigned rows_from(unsigned pattern, int row) {
  return pattern >> row * window_side << row * window_side;
}

class WindowPatterns {
 public:
  /// `warps` holds the places of two parents for each warp.
  __device__ WindowPatterns(const GlanceTable& glance, bool is_partial, WindowMemory& memory,
                            WindowMemory::Places (*warps)[2])
      : glance_(glance),
        is_partial_(is_partial),
        memory_(memory),
        thread_(static_cast<int>(threadIdx.x)),
        threads_(static_cast<int>(blockDim.x)),
        lane_(thread_ % window_lanes),
        choice_(lane_ % row_choices),
        places_(warps[thread_ / window_lanes]) {}

  /// One thread does this before a window is searched, with a barrier behind.
  __device__ void clear_sums() {
    memory_.error = 0;
    for (std::int32_t& rest : memory_.rest) rest = 0;
  }

  /// Computes what has to be known of a window at this place of the tile. Its places in these rows and columns are on
  /// the page. Precondition: E is in the memory. Precondition of best_changes(): a barrier follows.
  __device__ void look(const Window& window, int y, int x, PlacesOnPage on_page) {
    use_columns(on_page.first_column, on_page.end_column);
    first_row_ = on_page.first_row;
    end_row_ = on_page.end_row;
    constexpr int whole_warps = (WindowMemory::all_places + window_lanes - 1) / window_lanes * window_lanes;
    for (int i = thread_; i < whole_warps; i += threads_) look_at(window, y, x, i);
  }

  /// The pixels that change. pes tries patterns with as much ink, then with more and less, as long as that helps. But
  /// it begins with all that have about as much ink: usually none of them helps.
  __device__ unsigned best_changes(const Window& window) {
    const bool is_by_ink = is_partial_ && !window.has_extremes;
    const int ink = __popc(window.ink), most = __popc(window.changing);
    InkRange range{0, most};
    if (window.has_extremes) range = {ink, ink};
    if (is_by_ink) range = {ink - 1, ink + 1};
    Key best = key_of(memory_.error, 0);
    for (int step = 0;;) {
      const Key found = find(window, range, error_of_key(best));
      const bool is_better = error_of_key(found) < error_of_key(best);
      if (!is_by_ink) return changes_of(found);
      if (step == 0) {
        if (!is_better || __popc(window.ink ^ changes_of(found)) == ink) return changes_of(found);
        range = {ink, ink};
        step = 1;
        __syncthreads();  // all have read what was found
        continue;
      }
      if (is_better) best = found;
      const bool goes_on = is_better || range.least == ink;
      if (step > 0 && goes_on && range.least < most) {
        range = {range.least + 1, range.least + 1};
      } else if (step > 0) {
        range = {ink - 1, ink - 1};
        step = -1;
      } else {
        range = {range.least - 1, range.least - 1};
      }
      if (range.least < 0 || (step < 0 && range.least < ink - 1 && !is_better)) return changes_of(best);
      __syncthreads();
    }
  }

  /// What the pixels with ink add to E in a place.
  __device__ int inked(unsigned ink, int row, int column) const {
    int sum = 0;
#pragma unroll
    for (int i = 0; i < window_side; ++i) {
      if (i <= row) sum += memory_.weights[row - i][column][row_of(ink, i)];
    }
    return sum;
  }

  /// Whether a place of the window is on the page.
  __device__ bool is_on_page(int row, int column) const {
    return row >= first_row_ && row < end_row_ && column >= first_column_ && column < end_column_;
  }

 private:
  using Key = unsigned long long;
  static constexpr int pattern_bits = window_side * window_side;

  __device__ int glance(int dy, int dx) const {
    return glance_.quadrant[dy < 0 ? -dy : dy][dx < 0 ? -dx : dx];
  }

  // Computes what is known of a place before a window's patterns are tried.
  __device__ void look_at(const Window& window, int y, int x, int place) {
    const int row = place / reach_stride, column = place % reach_stride;
    const bool is_place = row < window_reach && column < window_reach;
    const bool counts = is_on_page(row, column);
    const int seen = counts ? memory_.seen[y + row][x + column] : 0;
    add(memory_.error, size_of(seen));
    const int bare = counts ? seen - inked(window.ink, row, column) : 0;
    if (is_place) memory_.bare[place] = bare;
    int below = 0;  // what the rows below can add
#pragma unroll
    for (int i = window_side - 1; i >= 0; --i) {
      if (is_place) memory_.half[i][place] = below / 2;
      if (i + glance_side < window_reach) add(memory_.rest[i], row >= i + glance_side ? least_of(bare, below / 2) : 0);
      if (counts && i <= row) below += memory_.weights[row - i][column][row_of(window.changing, i)];
    }
  }

  // Fills the weights for windows of which these columns of places are on the page.
  __device__ void use_columns(int first, int end) {
    if (first == first_column_ && end == end_column_) return;
    first_column_ = first;
    end_column_ = end;
    constexpr int count = window_reach * window_reach * row_choices;
    for (int i = thread_; i < count; i += threads_) {
      const int ink = i % row_choices, column = i / row_choices % window_reach, rows = i / row_choices / window_reach;
      int weight = 0;
      for (int pixel = 0; pixel < window_side; ++pixel) {
        const int dx = column - glance_reach - pixel;
        const bool is_reached = rows < glance_side && dx >= -glance_reach && dx <= glance_reach;
        if (is_reached && (ink >> pixel & 1) != 0) weight += search_step * glance(rows - glance_reach, dx);
      }
      memory_.weights[rows][column][ink] = column >= first && column < end ? weight : 0;
    }
    __syncthreads();
#pragma unroll
    for (int rows = 0; rows < glance_side; ++rows) {
#pragma unroll
      for (int column = 0; column < window_reach; ++column)
        minus_[rows][column] = -memory_.weights[rows][column][choice_];
    }
  }

  __device__ static int size_of(int value) {
    return value < 0 ? -value : value;
  }
  // The least |E| of a place, if what is not chosen yet adds 0 to 2·half.
  __device__ static int least_of(int seen, int half) {
    return max(size_of(seen + half) - half, 0);
  }

  // Adds the values of a warp's lanes.
  __device__ void add(std::int32_t& sum, int value) const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    value = __reduce_add_sync(~0U, value);
#else
    for (int apart = window_lanes / 2; apart > 0; apart /= 2) value += __shfl_xor_sync(~0U, value, apart);
#endif
    if (lane_ == 0) atomicAdd(&sum, value);
  }

  __device__ static unsigned changes_of(Key key) {
    return __brev(static_cast<unsigned>(key)) >> (32 - pattern_bits);
  }
  __device__ static int error_of_key(Key key) {
    return static_cast<int>(key >> pattern_bits);
  }
  __device__ static Key key_of(int error, unsigned changes) {
    return static_cast<Key>(error) << pattern_bits | __brev(changes) >> (32 - pattern_bits);
  }

  // The best pattern with an error below `error`, or no changes.
  __device__ Key find(const Window& window, InkRange range, int error) {
    if (thread_ == 0) {  // its warp is the first to use these
      memory_.best = key_of(error, 0);
      memory_.first.count = memory_.second.count = memory_.third.count = 0;
    }
    choose<0>(
        window, range, error, 1, [](int) { return 0U; }, [](int) { return 0; }, memory_.first);
    choose_below<1>(window, range, error, memory_.first, memory_.second);
    choose_below<2>(window, range, error, memory_.second, memory_.third);
    choose_below<3>(window, range, error, memory_.third, memory_.third);
    return memory_.best;
  }
  template <int row, typename From, typename To>
  __device__ void choose_below(const Window& window, InkRange range, int error, const From& from, To& to) {
    choose<row>(
        window, range, error, from.count, [&](int i) -> unsigned { return from.patterns[i]; },
        [&](int i) { return from.errors[i]; }, to);
  }

  // Chooses a row below each of `count` choices for the rows above: each half of a warp takes one of them.
  template <int row, typename Pattern, typename Error, typename To>
  __device__ void choose(const Window& window, InkRange range, int error, int count, Pattern pattern, Error error_above,
                         To& to) {
    constexpr int at_once = window_lanes / row_choices;
    for (int i = thread_ / window_lanes * at_once; i < count; i += threads_ / window_lanes * at_once) {
      const int half = lane_ / row_choices;
      const bool is_one = i + half < count;
      const unsigned above = is_one ? pattern(i + half) : 0;
      look_below<row>(above, places_[half]);
      __syncwarp();
      try_choice<row>(window, range, error, is_one, above, is_one ? error_above(i + half) : 0, places_[half], to);
      __syncwarp();
    }
    __syncthreads();
  }

  // E of the places that a row changes, with half of what lower rows can add, after a choice for the rows above. Each
  // lane has a column.
  template <int row>
  __device__ void look_below(unsigned above, WindowMemory::Places& places) const {
    if (choice_ >= window_reach) return;
#pragma unroll
    for (int rows = 0; rows < glance_side; ++rows) {
      const int place = (row + rows) * reach_stride + choice_;
      int seen = memory_.bare[place] + memory_.half[row][place];
#pragma unroll
      for (int i = 0; i < row; ++i) seen += memory_.weights[rows + row - i][choice_][row_of(above, i)];
      places.seen[rows * reach_stride + choice_] = seen;
    }
  }

  template <int row, typename To>
  __device__ void try_choice(const Window& window, InkRange range, int error, bool is_one, unsigned above,
                             int error_above, const WindowMemory::Places& places, To& to) {
    constexpr bool is_last = row + 1 == window_side;
    int known = error_above, least = memory_.rest[row];
#pragma unroll
    for (int rows = 0; rows < glance_side; ++rows) {
      const std::int32_t* seen = places.seen + rows * reach_stride;
      const std::int32_t* half = memory_.half[row] + (row + rows) * reach_stride;
      const bool is_known = rows == 0 || is_last;
      int sum = 0;
#pragma unroll
      for (int column = 0; column < window_reach; ++column) {
        if (is_known) {
          sum = __sad(seen[column], minus_[rows][column], static_cast<unsigned>(sum));
        } else {
          const int more = static_cast<int>(__sad(seen[column], minus_[rows][column], 0)) - half[column];
          sum = max(sum + more, sum);
        }
      }
      if (row + rows < first_row_ || row + rows >= end_row_) sum = 0;
      (is_known ? known : least) += sum;
    }
    const unsigned pattern = above | static_cast<unsigned>(choice_) << row * window_side;
    const int ink = __popc(pattern), changing_below = __popc(rows_from(window.changing, row + 1));
    const bool is_left = is_one && (pattern & ~window.changing) == 0 && ink <= range.most &&
                         ink + changing_below >= range.least && known + least < error;
    if constexpr (is_last) {
      if (is_left) atomicMin(&memory_.best, key_of(known, pattern ^ window.ink));
    } else {
      append(to, is_left, pattern, known);
    }
  }

  // Appends what the lanes of a warp have left.
  template <typename To>
  __device__ void append(To& to, bool is_left, unsigned pattern, int known) const {
    const unsigned left = __ballot_sync(~0U, is_left);
    if (left == 0) return;
    int first = 0;
    if (lane_ == 0) first = atomicAdd(&to.count, __popc(left));
    first = __shfl_sync(~0U, first, 0);
    if (!is_left) return;
    const int place = first + __popc(left & ((1U << lane_) - 1));
    to.patterns[place] = static_cast<std::uint16_t>(pattern);
    to.errors[place] = known;
  }

  const GlanceTable& glance_;
  bool is_partial_;
  WindowMemory& memory_;
  int thread_;
  int threads_;
  int lane_;
  int choice_;                    // that the lane tries for a row
  WindowMemory::Places* places_;  // of the warp's two halves
  int first_row_ = 0;             // of the window's places that are on the page
  int end_row_ = 0;
  int first_column_ = -1;
  int end_column_ = -1;
  std::int32_t minus_[glance_side][window_reach];  // the weights of the lane's choice
};

}  // namespace platerip::halftone::cuda
