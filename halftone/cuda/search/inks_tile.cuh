// A thread block searches a tile in all inks together (inks_together.h). The order is that of the definition. But few
// visits change anything, so the block looks at the pixels of a row at once, makes the first change that it finds, and
// looks again at the pixels behind it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/search/search_tile.cuh"
#include "halftone/inks_together.h"

namespace platerip::halftone::cuda {

/// One warp for the ink's eye and one for each colour of light: these change together.
inline constexpr int inks_warps = 1 + static_cast<int>(light_colors);
inline constexpr int inks_threads = inks_warps * lanes;

/// The inks of a page.
struct Inks {
  int count;
  int shades[max_together][light_colors];
  int darkest_first[max_together];  // the order in which a sweep visits them
};

/// The memory that the threads of a block share, followed by the sums: E of each ink, then S of each colour.
struct alignas(16) InksMemory {
  static constexpr int side = search_tile + 2;
  static constexpr int around = search_tile + 2 * tile_halo;
  static constexpr int rows_at_once = 12;  // of sums that a thread computes
  static constexpr int row_groups = (side + rows_at_once - 1) / rows_at_once;
  static constexpr int source_rows = row_groups * rows_at_once + 2 * tile_halo - 2;
  using Sums = int[side][side];

  static constexpr int reach = eye_reach + 2;   // of both pixels that change
  int weights[reach + 1][2 * reach + 1];        // c(dy, dx): [dx][dy + reach]
  std::uint16_t light[1 << max_together][4];    // of each set of dots
  std::uint8_t dots[side][side];                // which inks have a dot; a bit each
  std::uint8_t moves[side][side];               // which inks have an error
  unsigned toggles[max_together][search_tile];  // pixels with toggles
  unsigned unsettled[max_together];             // rows in which a visit may change something
  unsigned found[2][inks_warps];                // pixels that a visit changes
  union {
    std::int16_t source[source_rows][around];  // first: what a plane's sums are of
    struct {                                   // then, of the ink that is visited:
      Sums pulls;                              // P − kind, P + kind or P, as the words of search_tile.cuh
      Sums taken;                              // W, 10 bits for each colour
    } ink;
  };

  static constexpr std::size_t bytes(int inks) {
    return sizeof(InksMemory) + (static_cast<std::size_t>(inks) + light_colors) * sizeof(Sums);
  }
  __device__ Sums& sums(int plane) { return reinterpret_cast<Sums*>(this + 1)[plane]; }
};

// The bounds of inks_together.h: `kind` exceeds the difference of any two P.
static_assert(2 * (1019LL * most_eye_sum + 3LL * whole_shade * whole_shade * most_eye_sum / 512) +
                  search_step * eye_middle <
              kind);

/// Fills what is the same for all tiles, by all threads. Precondition: a barrier follows.
__device__ inline void fill_inks(const EyeTable& eye, const Inks& inks, InksMemory& memory, int thread) {
  constexpr int reach = InksMemory::reach, row = 2 * reach + 1;
  for (int i = thread; i < (reach + 1) * row; i += inks_threads) {
    const int dx = i / row, dy = i % row < reach ? reach - i % row : i % row - reach;
    memory.weights[dx][i % row] = dx > eye_reach || dy > eye_reach ? 0 : eye.quadrant[dy][dx];
  }
  for (int dots = thread; dots < 1 << inks.count; dots += inks_threads) {
    for (int color = 0; color < static_cast<int>(light_colors); ++color) {
      int light = whole_shade;
      for (int ink = 0; ink < inks.count; ++ink)
        if ((dots >> ink & 1) != 0) light -= (light * inks.shades[ink][color] + 128) >> 8;
      memory.light[dots][color] = static_cast<std::uint16_t>(light);
    }
  }
}

class InksTileSearch {
 public:
  /// For the tile whose first pixel is in row y and column x. `rows` has the rows of the first ink; those of the next
  /// ink are `plane` words further.
  __device__ InksTileSearch(const Inks& inks, const WordRows& rows, std::int64_t plane, std::int64_t y, std::int64_t x,
                            InksMemory& memory, int thread)
      : inks_(inks),
        rows_(rows),
        plane_(plane),
        y_(y),
        x_(x),
        first_place_(static_cast<int>((y - tile_halo + rows.capacity) % rows.capacity)),
        memory_(memory),
        thread_(thread),
        warp_(thread / lanes),
        lane_(thread % lanes),
        middle_(memory.weights[0][InksMemory::reach]) {}

  /// Sweeps over all inks, `sweeps` times.
  __device__ void search(int sweeps) {
    if (!look_at_pixels()) return;
    for (int plane = 0; plane < inks_.count + static_cast<int>(light_colors); ++plane) see(plane);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      for (int i = 0; i < inks_.count; ++i) visit_ink(inks_.darkest_first[i]);
    }
  }

 private:
  static constexpr int side = InksMemory::side;
  static constexpr int around = InksMemory::around;

  struct Taken {
    int red, green, blue;
  };
  __device__ static Taken unpacked(int taken) { return {taken >> 20, taken >> 10 & 1023, taken & 1023}; }
  __device__ static int product(const Taken& a, const Taken& b) {
    return a.red * b.red + a.green * b.green + a.blue * b.blue;
  }

  // The word of a pixel; 0 outside the page.
  __device__ PixelWord* word(int ink, int y, int x) const {
    const int place = first_place_ + y + tile_halo;
    return rows_.words + ink * plane_ + (place < rows_.capacity ? place : place - rows_.capacity) * rows_.stride + x_ +
           x;
  }
  __device__ PixelWord pixel(int ink, int y, int x) const {
    return y_ + y >= 0 && y_ + y < rows_.end ? *word(ink, y, x) : PixelWord{0};
  }

  // Finds the dots, errors and toggles. Returns whether a pixel of the tile has an error.
  __device__ bool look_at_pixels() {
    unsigned any = 0;
    for (int i = thread_; i < side * side; i += inks_threads) {
      const int y = i / side - 1, x = i % side - 1;
      unsigned dots = 0, moves = 0;
      for (int ink = 0; ink < inks_.count; ++ink) {
        const PixelWord at = pixel(ink, y, x);
        dots |= (printed_level(at) > 0 ? 1U : 0U) << ink;
        moves |= (error_of(at) != 0 ? 1U : 0U) << ink;
      }
      memory_.dots[y + 1][x + 1] = static_cast<std::uint8_t>(dots);
      memory_.moves[y + 1][x + 1] = static_cast<std::uint8_t>(moves);
      if (y >= 0 && y < search_tile && x >= 0 && x < search_tile) any |= moves;
    }
    for (int i = warp_; i < inks_.count * search_tile; i += inks_warps) {
      const int ink = i / search_tile, y = i % search_tile;
      const int error = error_of(pixel(ink, y, lane_)), size = error < 0 ? -error : error;
      const bool has_toggle = size >= least_toggled && size <= search_step - least_toggled;
      const unsigned of_row = __ballot_sync(whole_warp, has_toggle);
      if (lane_ == 0) memory_.toggles[ink][y] = of_row;
    }
    if (thread_ < inks_.count) memory_.unsettled[thread_] = whole_warp;
    return __syncthreads_or(any != 0 ? 1 : 0) != 0;
  }

  // Computes the sums of a plane: E of an ink, or S of a colour.
  __device__ void see(int plane) {
    for (int i = thread_; i < around * around; i += inks_threads) {
      const int y = i / around - tile_halo, x = i % around - tile_halo;
      const int value = plane < inks_.count ? error_of(pixel(plane, y, x)) : darkness(plane - inks_.count, y, x);
      memory_.source[i / around][i % around] = static_cast<std::int16_t>(value);
    }
    __syncthreads();
    const int column = thread_ % side, first = thread_ / side * InksMemory::rows_at_once;
    int sums[InksMemory::rows_at_once] = {};
    if (first < side) sum_column(first, column, sums);
    auto& to = memory_.sums(plane);
#pragma unroll
    for (int i = 0; i < InksMemory::rows_at_once; ++i)
      if (first + i < side) to[first + i][column] = sums[i];
    __syncthreads();
  }
  static_assert(InksMemory::row_groups * side <= inks_threads);
  static_assert(tile_halo == eye_reach + 1);

  // Sums of some rows of a column.
  __device__ void sum_column(int first, int column, int (&sums)[InksMemory::rows_at_once]) const {
    constexpr int rows = InksMemory::rows_at_once;
#pragma unroll 1
    for (int dx = 0; dx <= eye_reach; ++dx) {
      int weights[eye_reach + 1];
#pragma unroll
      for (int dy = 0; dy <= eye_reach; ++dy) weights[dy] = memory_.weights[dx][dy + InksMemory::reach];
      const std::int16_t* const right = &memory_.source[first][column + eye_reach + dx];
      const std::int16_t* const left = &memory_.source[first][column + eye_reach - dx];
      const int is_pair = dx == 0 ? 0 : -1;
#pragma unroll
      for (int i = 0; i < rows + 2 * eye_reach; ++i) {
        const int values = right[i * around] + (left[i * around] & is_pair);
#pragma unroll
        for (int k = 0; k < rows; ++k) {
          const int dy = k + eye_reach > i ? k + eye_reach - i : i - k - eye_reach;
          if (dy <= eye_reach) sums[k] += values * weights[dy];
        }
      }
    }
  }

  // d: what the pixel is too dark in a colour.
  __device__ int darkness(int color, int y, int x) const {
    unsigned aim = 1 << 20, dots = 0;
    for (int ink = 0; ink < inks_.count; ++ink) {
      const PixelWord at = pixel(ink, y, x);
      const unsigned amount = static_cast<unsigned>(level_below(at) * search_step) + (at & (upper_level - 1));
      const std::uint64_t takes = std::uint64_t{aim} * static_cast<unsigned>(inks_.shades[ink][color]) * amount;
      aim -= static_cast<unsigned>((takes + whole_takes / 2) >> 10) / (whole_takes >> 10);
      dots |= (printed_level(at) > 0 ? 1U : 0U) << ink;
    }
    return static_cast<int>((aim + 2048) >> 12) - memory_.light[dots][color];
  }
  static constexpr unsigned whole_takes = whole_shade * search_step;
  static_assert(whole_takes % 1024 == 0);

  // Visits the pixels of the rows that may change, row by row.
  __device__ void visit_ink(int ink) {
    unsigned todo = memory_.unsettled[ink];
    __syncthreads();
    if (todo == 0) return;
    if (thread_ == 0) memory_.unsettled[ink] = 0;
    find_taken(ink);
    __syncthreads();
    for (int x = lane_ - 1; x <= lane_ + 1; x += 2) {
      find_pulls(ink, -1, search_tile / 2, x);
      find_pulls(ink, search_tile / 2, search_tile, x);
    }
    __syncthreads();
    unsigned not_visited = whole_warp;
    for (int turn = 0; todo != 0; turn ^= 1) {
      const int y = __ffs(static_cast<int>(todo)) - 1;
      const unsigned changed = __ballot_sync(whole_warp, is_changed(ink, y));
      if (lane_ == 0) memory_.found[turn][warp_] = changed;
      __syncthreads();
      unsigned found = 0;
#pragma unroll
      for (int i = 0; i < inks_warps; ++i) found |= memory_.found[turn][i];
      found &= not_visited;
      if (found == 0) {
        todo &= todo - 1;
        not_visited = whole_warp;
        continue;
      }
      const int x = __ffs(static_cast<int>(found)) - 1;
      not_visited = x + 1 < lanes ? whole_warp << (x + 1) : 0;
      todo |= make_change(ink, y, x) & whole_warp << y;
    }
  }

  // Finds W of all pixels.
  __device__ void find_taken(int ink) {
    const unsigned dot = 1U << ink;
    for (int i = thread_; i < side * side; i += inks_threads) {
      const unsigned dots = (&memory_.dots[0][0])[i];
      const std::uint16_t *without = memory_.light[dots & ~dot], *with = memory_.light[dots | dot];
      (&memory_.ink.taken[0][0])[i] =
          (without[0] - with[0]) << 20 | (without[1] - with[1]) << 10 | (without[2] - with[2]);
    }
  }

  // Computes the words of rows of a column, each warp some of them: 25 rows at most.
  __device__ void find_pulls(int ink, int first, int last, int x) {
    constexpr int most = (2 * eye_reach + 3 + inks_warps - 1) / inks_warps;
    const auto at = [&](InksMemory::Sums& sums, int i) -> int& {
      return sums[first + warp_ + i * inks_warps + 1][x + 1];
    };
    auto &red = memory_.sums(inks_.count), &green = memory_.sums(inks_.count + 1),
         &blue = memory_.sums(inks_.count + 2);
    auto& own = memory_.sums(ink);
    int pulls[most];
#pragma unroll
    for (int i = 0; i < most; ++i) {
      const int y = first + warp_ + i * inks_warps;
      if (y > last) break;
      const Taken taken = unpacked(at(memory_.ink.taken, i));
      pulls[i] = at(own, i) + taken.red * (at(red, i) >> 9) + taken.green * (at(green, i) >> 9) +
                 taken.blue * (at(blue, i) >> 9) + kind_of(ink, y, x);
    }
#pragma unroll
    for (int i = 0; i < most; ++i) {
      if (first + warp_ + i * inks_warps <= last) at(memory_.ink.pulls, i) = pulls[i];
    }
  }
  __device__ int kind_of(int ink, int y, int x) const {
    const unsigned moves = memory_.moves[y + 1][x + 1], dots = memory_.dots[y + 1][x + 1];
    return (moves >> ink & 1U) == 0 ? 0 : (dots >> ink & 1U) == 0 ? -kind : kind;
  }

  // What a choice changes, if it is possible; else a number above 0.
  __device__ int change_of(int choice, int y, int x, int s) const {
    const int at = memory_.ink.pulls[y + 1][x + 1];
    const Taken taken = unpacked(memory_.ink.taken[y + 1][x + 1]);
    const int squares = product(taken, taken);
    if (choice == 0) return search_step / 2 * middle_ + ((squares * middle_) >> 10) + s * at + kind;
    const int dy = choice_y(choice), dx = choice_x(choice);
    const int apart = memory_.weights[dx & 1][(dy & 1) + InksMemory::reach];
    const Taken other = unpacked(memory_.ink.taken[y + dy + 1][x + dx + 1]);
    const int light = ((squares + product(other, other)) * middle_ - 2 * product(taken, other) * apart) >> 10;
    return search_step * (middle_ - apart) + light + s * (at - memory_.ink.pulls[y + dy + 1][x + dx + 1]) + 2 * kind;
  }

  // Whether a choice of the warp's would change the lane's pixel. Each warp looks at two swaps, the first one also at
  // the toggle.
  __device__ bool is_changed(int ink, int y) const {
    const int s = sign_of(y, lane_);
    int lowest = min(change_of(1 + 2 * warp_, y, lane_, s), change_of(2 + 2 * warp_, y, lane_, s));
    if (warp_ == 0 && (memory_.toggles[ink][y] >> lane_ & 1U) != 0) lowest = min(lowest, change_of(0, y, lane_, s));
    return lowest < 0;
  }
  __device__ int sign_of(int y, int x) const {
    return memory_.ink.pulls[y + 1][x + 1] < 0 ? 1 : -1;
  }

  // The change of a pixel that lowers what the eye sees most. Each lane looks at one.
  __device__ int best_choice(int ink, int y, int x, int s) const {
    const bool is_possible = lane_ == 0 ? (memory_.toggles[ink][y] >> x & 1U) != 0 : lane_ < choices;
    const int change = is_possible ? change_of(lane_, y, x, s) : 0;
    return __ffs(static_cast<int>(__ballot_sync(whole_warp, change == lowest_of_warp(change)))) - 1;
  }

  // Makes the best change of a pixel. Returns the rows in which visits may then turn out differently.
  __device__ unsigned make_change(int ink, int y, int x) {
    constexpr int reach = eye_reach + 1, rows_at_once = 5;
    const int s = sign_of(y, x), choice = best_choice(ink, y, x, s);
    const int column = (x < search_tile / 2 ? -1 : 1) + lane_;
    const int first = max(y - reach, -1), last = min(y + reach, search_tile);
    const int y2 = y + choice_y(choice), x2 = x + choice_x(choice);
    const int by = s * amount_of_change(y, x), by2 = choice == 0 ? 0 : s * amount_of_change(y2, x2);
    const unsigned changed_rows = rows_between(max(y - reach - 1, 0), min(y + reach + 1, search_tile - 1));
    auto& sums = memory_.sums(warp_ == 0 ? ink : inks_.count + warp_ - 1);
    const bool is_reached = column >= x - reach && column <= x + reach;
    if (is_reached) {
      const int* from = &memory_.weights[abs(column - x)][first - y + InksMemory::reach];
      const int* from2 = &memory_.weights[abs(column - x2)][first - y2 + InksMemory::reach];
      int* to = &sums[first + 1][column + 1];
      for (int row = first; row <= last; row += rows_at_once) {
        int raised[rows_at_once];
#pragma unroll
        for (int i = 0; i < rows_at_once; ++i)
          raised[i] = row + i <= last ? to[i * side] + by * from[i] - by2 * from2[i] : 0;
#pragma unroll
        for (int i = 0; i < rows_at_once; ++i) {
          if (row + i <= last) to[i * side] = raised[i];
        }
        from += rows_at_once;
        from2 += rows_at_once;
        to += rows_at_once * side;
      }
    }
    if (thread_ < (choice == 0 ? 1 : 2)) flip(ink, thread_ == 0 ? y : y2, thread_ == 0 ? x : x2);
    if (thread_ < inks_.count) {
      const unsigned visited = thread_ == ink ? ~(whole_warp << y << 1) : whole_warp;
      memory_.unsettled[thread_] |= changed_rows & visited;
    }
    __syncthreads();
    if (is_reached) find_pulls(ink, first, last, column);
    __syncthreads();
    return changed_rows;
  }
  __device__ static unsigned rows_between(int first, int last) {
    return whole_warp << first & whole_warp >> (search_tile - 1 - last);
  }
  // The change of an error, or the light that it takes, for the warp's plane.
  __device__ int amount_of_change(int y, int x) const {
    if (warp_ == 0) return search_step;
    return memory_.ink.taken[y + 1][x + 1] >> 10 * (static_cast<int>(light_colors) - warp_) & 1023;
  }

  // Makes the pixel print the other of its two levels. Words are aligned in pairs.
  __device__ void flip(int ink, int y, int x) const {
    memory_.dots[y + 1][x + 1] ^= static_cast<std::uint8_t>(1U << ink);
    atomicXor(reinterpret_cast<unsigned*>(word(ink, y, x & ~1)), upper_level << 16 * (x & 1));
  }

  const Inks& inks_;
  const WordRows& rows_;
  std::int64_t plane_;
  std::int64_t y_;
  std::int64_t x_;
  int first_place_;  // of the uppermost row that is read
  InksMemory& memory_;
  int thread_;
  int warp_;
  int lane_;
  int middle_;  // c(0, 0)
};

}  // namespace platerip::halftone::cuda
