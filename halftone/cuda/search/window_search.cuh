// A thread block searches the windows of a tile, one after the other: les and pes (search.h). Private to
// halftone/cuda/.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/search/pixel_word.h"
#include "halftone/cuda/search/window_patterns.cuh"

namespace platerip::halftone::cuda {

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
        rows_(rows),
        y_(y),
        x_(x),
        memory_(memory),
        thread_(static_cast<int>(threadIdx.x)),
        threads_(static_cast<int>(blockDim.x)),
        patterns_(glance, is_partial, memory, warps) {}

  __device__ void search(int sweeps) {
    load();
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (int y = 0; y < search_tile; ++y) visit_row(y);
    }
    store();
  }

 private:
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
    for (int i = thread_; i < windows_side; i += threads_)
      memory_.upper[i] = memory_.changing[i] = memory_.extreme[i] = 0;
    __syncthreads();
    for (int i = thread_; i < windows_side * windows_side; i += threads_)
      load_pixel(i / windows_side, i % windows_side);
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
      memory_.windows[y] = memory_.unsettled[y] = static_cast<unsigned>(any);
    }
    if (thread_ == 0) patterns_.clear_sums();
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
    patterns_.look(window, y, x,
                   {.first_row = first_on_page(y_ + y),
                    .end_row = end_on_page(y_ + y, rows_.end),
                    .first_column = first_on_page(x_ + x),
                    .end_column = end_on_page(x_ + x, rows_.width)});
    __syncthreads();
    const unsigned changes = patterns_.best_changes(window);
    if (thread_ == 0) patterns_.clear_sums();
    if (changes != 0) {
      change(window.ink ^ changes, y, x);
    } else if (thread_ == 0) {
      memory_.unsettled[y] &= ~(1U << x);
    }
    __syncthreads();
  }

  // The first place of ten that is on the page, and the first one after it that is not.
  __device__ static int first_on_page(std::int64_t at) {
    return at < glance_reach ? glance_reach - static_cast<int>(at) : 0;
  }
  __device__ static int end_on_page(std::int64_t at, std::int64_t end) {
    const std::int64_t left = end - (at - glance_reach);
    return left < window_reach ? static_cast<int>(left) : window_reach;
  }

  // Gives the window a pattern. Windows that depend on the places around it have to be searched again, but not this
  // one: no other pattern is better.
  __device__ void change(unsigned ink, int y, int x) {
    for (int i = thread_; i < WindowMemory::all_places; i += threads_) {
      const int row = i / reach_stride, column = i % reach_stride;
      if (patterns_.is_on_page(row, column))
        memory_.seen[y + row][x + column] = memory_.bare[i] + patterns_.inked(ink, row, column);
    }
    if (thread_ < window_side) {
      std::uint64_t& upper = memory_.upper[y + thread_];
      upper = (upper & ~(std::uint64_t{row_choices - 1} << x)) | std::uint64_t{row_of(ink, thread_)} << x;
    }
    constexpr int around = window_reach - 1;
    const int first = max(x - around, 0), last = min(x + around, search_tile - 1), row = y - around + thread_;
    if (thread_ > 2 * around || row < 0 || row >= search_tile) return;
    memory_.unsettled[row] |= memory_.windows[row] & ~0U << first & ~0U >> (search_tile - 1 - last);
    if (row == y) memory_.unsettled[row] &= ~(1U << x);
  }

  const GlanceTable& glance_;
  const WindowRows& rows_;
  std::int64_t y_;
  std::int64_t x_;
  WindowMemory& memory_;
  int thread_;
  int threads_;
  WindowPatterns patterns_;
};

}  // namespace platerip::halftone::cuda
