// A thread block searches the windows of a tile, one after the other: les and pes (search.h).
//
// Patterns are tried row by row: each of the 16 choices for a row of the window by a lane. As in
// reference/search_window.cpp, what is not chosen yet leaves bounds for the error of each place. Choices that cannot
// become better than what the window has are left out. All that is left of one row is listed before the next row.
//
// A pattern has a bit for each pixel of the window: 1 if it prints the upper level. Bit 0 is the upper left one.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/search/pixel_word.h"
#include "halftone/search.h"

namespace platerip::halftone::cuda {

inline constexpr int window_lanes = 32;
inline constexpr int row_choices = 1 << window_side;  // for a row of a window: half the lanes of a warp
inline constexpr int window_patterns = 1 << window_side * window_side;
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

  /// Places before a row is chosen: E if it gets no ink, and half of what lower rows can add.
  struct alignas(16) Places {
    std::int32_t seen[glance_side * reach_stride];
  };

  // 1020·v of a row's pixels with ink, in each column that they reach, so many rows from the first row that they reach:
  // [rows][column][choice]. 0 outside the page.
  std::int32_t weights[window_reach][window_reach][row_choices];
  std::int32_t bare[all_places];                     // E, if no pixel of the window had ink; 0 outside the page
  alignas(16) std::int32_t half[window_side][all_places];  // half of what rows of the window after this one can add
  std::int32_t rest[window_side];                    // the least Σ |E| of places below all that such a row changes
  std::int32_t error;                                // Σ |E|
  unsigned long long best;                           // the error of a pattern, then its number
  List<row_choices> first;
  List<row_choices * row_choices> second;
  List<row_choices * row_choices * row_choices> third;
  std::uint64_t upper[windows_side];    // whether a pixel prints the upper level: a bit for each column
  std::uint64_t changing[windows_side];  // whether e ≠ 0
  std::uint64_t extreme[windows_side];   // whether its tone is light or dark
  unsigned unsettled[search_tile];       // windows that a visit may change
  std::int32_t seen[places_side][places_side];
};

/// The rows of pixel words of a plane, and where the page ends.
struct WindowRows {
  PixelWord* words;  // of column 0
  std::int64_t stride;
  std::int64_t capacity;  // row y of the page takes the place of row y − capacity
  std::int64_t width;
  std::int64_t end;

  __device__ bool has(std::int64_t y, std::int64_t x) const { return y >= 0 && y < end && x >= 0 && x < width; }
  __device__ PixelWord& operator()(std::int64_t y, std::int64_t x) const { return words[y % capacity * stride + x]; }
};

class WindowSearch {
 public:
  /// For the tile whose first pixel is in row y and column x. `warps` holds the places of two parents for each warp.
  __device__ WindowSearch(const GlanceTable& glance, bool is_partial, const WindowRows& rows, std::int64_t y,
                          std::int64_t x, WindowMemory& memory, WindowMemory::Places (*warps)[2])
      : glance_(glance),
        is_partial_(is_partial),
        rows_(rows),
        y_(y),
        x_(x),
        memory_(memory),
        thread_(static_cast<int>(threadIdx.x)),
        threads_(static_cast<int>(blockDim.x)),
        lane_(thread_ % window_lanes),
        choice_(lane_ % row_choices),
        places_(warps[thread_ / window_lanes]) {}

  __device__ void search(int sweeps) {
    load();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (int y = 0; y < search_tile; ++y) visit_row(y);
    }
    store();
  }

 private:
  using Key = unsigned long long;
  static constexpr int pattern_bits = window_side * window_side;

  struct Window {
    unsigned ink;       // the pattern that it has
    unsigned changing;  // the pixels that may change
    bool has_extremes;
  };
  struct InkRange {
    int least;
    int most;
  };

  __device__ static unsigned row_of(unsigned pattern, int row) { return pattern >> row * window_side & (row_choices - 1); }
  __device__ static unsigned rows_from(unsigned pattern, int row) { return pattern >> row * window_side << row * window_side; }

  // Four rows of four bits of a window.
  __device__ unsigned window_of(const std::uint64_t* rows, int y, int x) const {
    unsigned bits = 0;
    for (int i = 0; i < window_side; ++i)
      bits |= (static_cast<unsigned>(rows[y + i] >> x) & (row_choices - 1)) << i * window_side;
    return bits;
  }

  __device__ int glance(int dy, int dx) const { return glance_.quadrant[dy < 0 ? -dy : dy][dx < 0 ? -dx : dx]; }

  // Reads the tile's pixels and computes E.
  __device__ void load() {
    for (int i = thread_; i < windows_side; i += threads_) memory_.upper[i] = memory_.changing[i] = memory_.extreme[i] = 0;
    __syncthreads();
    for (int i = thread_; i < windows_side * windows_side; i += threads_) load_pixel(i / windows_side, i % windows_side);
    for (int i = thread_; i < places_side * places_side; i += threads_) {
      const int y = i / places_side, x = i % places_side;
      memory_.seen[y][x] = seen_from(y_ + y - glance_reach, x_ + x - glance_reach);
    }
    __syncthreads();
    for (int y = thread_; y < search_tile; y += threads_) {
      std::uint64_t any = 0;
      for (int i = 0; i < window_side; ++i) {
        for (int k = 0; k < window_side; ++k) any |= memory_.changing[y + i] >> k;
      }
      memory_.unsettled[y] = static_cast<unsigned>(any);
    }
    __syncthreads();
  }

  __device__ void load_pixel(int y, int x) {
    if (!rows_.has(y_ + y, x_ + x)) return;
    const int error = error_of(rows_(y_ + y, x_ + x)), size = error < 0 ? -error : error;
    if (error == 0) return;
    const unsigned long long bit = 1ULL << x;
    const auto set = [&](std::uint64_t& row) { atomicOr(reinterpret_cast<unsigned long long*>(&row), bit); };
    set(memory_.changing[y]);
    if (error > 0) set(memory_.upper[y]);
    if (size < least_toggled || size > search_step - least_toggled) set(memory_.extreme[y]);
  }

  __device__ int seen_from(std::int64_t y, std::int64_t x) const {
    if (!rows_.has(y, x)) return 0;
    const PixelWord own = rows_(y, x);
    const int amount = search_step * static_cast<int>(printed_level(own)) - error_of(own);
    int sum = 0;
    for (int dy = -glance_reach; dy <= glance_reach; ++dy) {
      for (int dx = -glance_reach; dx <= glance_reach; ++dx) {
        if (rows_.has(y + dy, x + dx))
          sum += glance(dy, dx) * (search_step * static_cast<int>(printed_level(rows_(y + dy, x + dx))) - amount);
      }
    }
    return sum;
  }

  __device__ void store() const {
    for (int i = thread_; i < windows_side * windows_side; i += threads_) {
      const int y = i / windows_side, x = i % windows_side;
      if ((memory_.changing[y] >> x & 1) == 0) continue;
      PixelWord& word = rows_(y_ + y, x_ + x);
      word = static_cast<PixelWord>((word & ~upper_level) | ((memory_.upper[y] >> x & 1) != 0 ? upper_level : 0));
    }
  }

  // Visits the windows of a row that are not settled, from the left.
  __device__ void visit_row(int y) {
    unsigned not_visited = ~0U;
    for (;;) {
      const unsigned found = memory_.unsettled[y] & not_visited;
      if (found == 0) return;
      const int x = __ffs(static_cast<int>(found)) - 1;
      visit(y, x);
      not_visited = x + 1 < search_tile ? ~0U << (x + 1) : 0;
    }
  }

  __device__ void visit(int y, int x) {
    const Window window{.ink = window_of(memory_.upper, y, x),
                        .changing = window_of(memory_.changing, y, x),
                        .has_extremes = window_of(memory_.extreme, y, x) != 0};
    look(window, y, x);
    const unsigned changes = best_changes(window);
    if (changes != 0) change(window, changes, y, x);
    if (thread_ == 0) memory_.unsettled[y] &= ~(1U << x);  // even if pixels were changed: no other pattern is better
    __syncthreads();
  }

  // Computes what is known of a window before its patterns are tried.
  __device__ void look(const Window& window, int y, int x) {
    use_columns(first_on_page(x_ + x), end_on_page(x_ + x, rows_.width));
    first_row_ = first_on_page(y_ + y);
    end_row_ = end_on_page(y_ + y, rows_.end);
    if (thread_ == 0) {
      memory_.error = 0;
      for (std::int32_t& rest : memory_.rest) rest = 0;
    }
    __syncthreads();
    constexpr int whole_warps = (WindowMemory::all_places + window_lanes - 1) / window_lanes * window_lanes;
    for (int i = thread_; i < whole_warps; i += threads_) look_at(window, y, x, i);
    __syncthreads();
  }

  __device__ void look_at(const Window& window, int y, int x, int place) {
    const int row = place / reach_stride, column = place % reach_stride;
    const bool is_place = row < window_reach && column < window_reach;
    const bool counts = is_place && row >= first_row_ && row < end_row_ && column >= first_column_ && column < end_column_;
    const int seen = counts ? memory_.seen[y + row][x + column] : 0;
    const int bare = counts ? seen - inked(window.ink, row, column) : 0;
    if (is_place) memory_.bare[place] = bare;
    add(memory_.error, size_of(seen));
    for (int chosen = 0; chosen < window_side; ++chosen) {
      const unsigned lower = rows_from(window.changing, chosen + 1);
      const int half = counts ? inked(lower, row, column) / 2 : 0;
      if (is_place) memory_.half[chosen][place] = half;
      const bool is_below = row >= chosen + glance_side;
      if (chosen + glance_side < window_reach) add(memory_.rest[chosen], is_below ? least_of(bare, half) : 0);
    }
  }

  // The first place of ten that is on the page, and the first one after it that is not.
  __device__ static int first_on_page(std::int64_t at) {
    return at < glance_reach ? glance_reach - static_cast<int>(at) : 0;
  }
  __device__ static int end_on_page(std::int64_t at, std::int64_t end) {
    const std::int64_t left = end - (at - glance_reach);
    return left < window_reach ? static_cast<int>(left) : window_reach;
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

  // What the pixels with ink add to E in a place.
  __device__ int inked(unsigned ink, int row, int column) const {
    int sum = 0;
    for (int i = 0; i < window_side && i <= row; ++i) {
      sum += memory_.weights[row - i][column][row_of(ink, i)];
    }
    return sum;
  }

  __device__ static int size_of(int value) { return value < 0 ? -value : value; }
  // The least |E| of a place, if what is not chosen yet adds 0 to 2·half.
  __device__ static int least_of(int seen, int half) { return max(size_of(seen + half) - half, 0); }

  // Adds the values of a warp's lanes.
  __device__ void add(std::int32_t& sum, int value) const {
    for (int apart = window_lanes / 2; apart > 0; apart /= 2) value += __shfl_xor_sync(~0U, value, apart);
    if (lane_ == 0) atomicAdd(&sum, value);
  }

  __device__ static unsigned changes_of(Key key) { return __brev(static_cast<unsigned>(key)) >> (32 - pattern_bits); }
  __device__ static int error_of_key(Key key) { return static_cast<int>(key >> pattern_bits); }
  __device__ static Key key_of(int error, unsigned changes) {
    return static_cast<Key>(error) << pattern_bits | __brev(changes) >> (32 - pattern_bits);
  }

  // The pixels that change. pes tries patterns with as much ink, then with more and less, as long as that helps. But it
  // begins with all that have about as much ink: usually none of them helps.
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
    }
  }

  // The best pattern with an error below `error`, or no changes.
  __device__ Key find(const Window& window, InkRange range, int error) {
    if (thread_ == 0) {
      memory_.best = key_of(error, 0);
      memory_.first.count = memory_.second.count = memory_.third.count = 0;
    }
    __syncthreads();
    choose<0>(window, range, error, 1, [](int) { return 0U; }, [](int) { return 0; }, memory_.first);
    choose_below<1>(window, range, error, memory_.first, memory_.second);
    choose_below<2>(window, range, error, memory_.second, memory_.third);
    choose_below<3>(window, range, error, memory_.third, memory_.third);
    const Key best = memory_.best;
    __syncthreads();
    return best;
  }
  template <int row, typename From, typename To>
  __device__ void choose_below(const Window& window, InkRange range, int error, const From& from, To& to) {
    choose<row>(window, range, error, from.count, [&](int i) -> unsigned { return from.patterns[i]; },
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

  // E of the places that a row changes, with half of what lower rows can add, after a choice for the rows above.
  template <int row>
  __device__ void look_below(unsigned above, WindowMemory::Places& places) const {
    for (int i = choice_; i < glance_side * reach_stride; i += row_choices) {
      const int rows = i / reach_stride, column = i % reach_stride;
      if (column >= window_reach) continue;
      const int place = row * reach_stride + i;
      int seen = memory_.bare[place] + memory_.half[row][place];
#pragma unroll
      for (int k = 0; k < row; ++k) seen += memory_.weights[rows + row - k][column][row_of(above, k)];
      places.seen[i] = seen;
    }
  }

  template <int row, typename To>
  __device__ void try_choice(const Window& window, InkRange range, int error, bool is_one, unsigned above, int error_above,
                             const WindowMemory::Places& places, To& to) {
    constexpr bool is_last = row + 1 == window_side;
    int known = error_above, least = memory_.rest[row];
#pragma unroll
    for (int rows = 0; rows < glance_side; ++rows) {
      if (row + rows < first_row_ || row + rows >= end_row_) continue;
      const std::int32_t* seen = places.seen + rows * reach_stride;
      const std::int32_t* half = memory_.half[row] + (row + rows) * reach_stride;
#pragma unroll
      for (int column = 0; column < window_reach; ++column) {
        if (rows == 0 || is_last) {
          known = __sad(seen[column], minus_[rows][column], static_cast<unsigned>(known));
        } else {
          const int more = static_cast<int>(__sad(seen[column], minus_[rows][column], 0)) - half[column];
          least = max(least + more, least);
        }
      }
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

  // Makes changes. Windows that depend on the places around this one have to be searched again.
  __device__ void change(const Window& window, unsigned changes, int y, int x) {
    const unsigned ink = window.ink ^ changes;
    for (int i = thread_; i < WindowMemory::all_places; i += threads_) {
      const int row = i / reach_stride, column = i % reach_stride;
      if (row >= first_row_ && row < end_row_ && column >= first_column_ && column < end_column_)
        memory_.seen[y + row][x + column] = memory_.bare[i] + inked(ink, row, column);
    }
    if (thread_ < window_side)
      memory_.upper[y + thread_] ^= std::uint64_t{row_of(changes, thread_)} << x;
    constexpr int around = window_reach - 1;
    const int first = max(x - around, 0), last = min(x + around, search_tile - 1);
    const unsigned columns = ~0U << first & ~0U >> (search_tile - 1 - last);
    const int row = y - around + thread_;
    if (thread_ <= 2 * around && row >= 0 && row < search_tile) {
      std::uint64_t any = 0;
      for (int i = 0; i < window_side; ++i) {
        for (int k = 0; k < window_side; ++k) any |= memory_.changing[row + i] >> k;
      }
      memory_.unsettled[row] |= columns & static_cast<unsigned>(any);
    }
    __syncthreads();
  }

  const GlanceTable& glance_;
  bool is_partial_;
  const WindowRows& rows_;
  std::int64_t y_;
  std::int64_t x_;
  WindowMemory& memory_;
  int thread_;
  int threads_;
  int lane_;
  int choice_;  // that the lane tries for a row
  WindowMemory::Places* places_;  // of the warp's two halves
  int first_row_ = 0;  // of the window's places that are on the page
  int end_row_ = 0;
  int first_column_ = -1;
  int end_column_ = -1;
  std::int32_t minus_[glance_side][window_reach];  // the weights of the lane's choice
};

}  // namespace platerip::halftone::cuda
