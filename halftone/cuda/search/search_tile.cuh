// A warp searches a tile of dbs (search.h). The order is that of the definition, pixel after pixel. But few visits
// change anything, so the warp looks at the 32 pixels of a row at once, makes the first change that it finds, and looks
// again at the pixels behind it.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "halftone/cuda/search/pixel_word.h"

namespace platerip::halftone::cuda {

inline constexpr unsigned whole_warp = 0xFFFFFFFF;
inline constexpr int lanes = 32;
static_assert(search_tile == lanes);

__device__ inline int lowest_of_warp(int value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_min_sync(whole_warp, value);
#else
  for (int apart = lanes / 2; apart > 0; apart /= 2) value = min(value, __shfl_xor_sync(whole_warp, value, apart));
  return value;
#endif
}

/// What a visit may do, in the order of the definition: a toggle, or a swap with one of the neighbours.
inline constexpr int choices = 9;
__device__ constexpr int choice_y(int choice) {
  return choice == 0 ? 0 : (choice - (choice > 4 ? 0 : 1)) / 3 - 1;
}
__device__ constexpr int choice_x(int choice) {
  return choice == 0 ? 0 : (choice - (choice > 4 ? 0 : 1)) % 3 - 1;
}

/// What the search knows of a pixel, in a word: E − kind if its error is below 0, E + kind if it is above, E if it is
/// 0. So a pixel's best partner for a swap has the greatest or the least word of all pixels beside it. A swap that is
/// not possible has a cost above 0, because `kind` exceeds the difference of any two E.
inline constexpr int kind = 1 << 28;
static_assert(2 * 1019 * most_eye_sum + search_step * eye_middle < kind);

/// The eye, in the shared memory of a thread block.
struct alignas(16) EyeWords {
  static constexpr int reach = eye_reach + 1;
  static constexpr int side = 2 * reach + 1;
  static constexpr int weights_row = eye_reach + 2;

  /// c(dy, dx): [dx][dy]. 0 from eye_reach + 1 on.
  int weights[16][weights_row];
  /// What a change of pixel (0, 0) with s = 1 adds to the words of the pixels around it: [choice][y + reach][x +
  /// reach]. It includes the new kinds of the one or two pixels that change.
  int raises[choices][side][side];
};

/// Fills the words of the eye, by all threads of a block. Precondition: a barrier follows.
__device__ inline void fill_eye(const EyeTable& eye, EyeWords& words, int thread, int threads) {
  const auto weight = [&](int dy, int dx) {
    const int row = dy < 0 ? -dy : dy, column = dx < 0 ? -dx : dx;
    return row > eye_reach || column > eye_reach ? 0 : eye.quadrant[row][column];
  };
  for (int i = thread; i < 16 * EyeWords::weights_row; i += threads)
    words.weights[i / EyeWords::weights_row][i % EyeWords::weights_row] =
        weight(i % EyeWords::weights_row, i / EyeWords::weights_row);
  constexpr int side = EyeWords::side, reach = EyeWords::reach;
  for (int i = thread; i < choices * side * side; i += threads) {
    const int choice = i / (side * side), y = i / side % side - reach, x = i % side - reach;
    const int other_y = y - choice_y(choice), other_x = x - choice_x(choice);
    const auto raise = [&](int dy, int dx) {
      return search_step * weight(dy, dx) + (dy == 0 && dx == 0 ? 2 * kind : 0);
    };
    words.raises[choice][y + reach][x + reach] = raise(y, x) - (choice > 0 ? raise(other_y, other_x) : 0);
  }
}

/// The rows of pixel words of a plane. Row y of the page takes the place of row y − capacity. Rows have words for
/// whole tiles, and for what a search reads beside them: 0.
struct WordRows {
  PixelWord* words;     // of column 0
  std::int64_t stride;  // from row to row; a multiple of 4, like the place of column 0
  int capacity;         // more than a tile and the rows around it
  std::int64_t end;     // rows so far; 0 from here on
};

/// The memory that the lanes of a warp share.
struct alignas(16) TileMemory {
  static constexpr int around = search_tile + 2 * tile_halo;
  static constexpr int side = search_tile + 2;
  union {
    std::int16_t errors[around][around];  // first: of the pixels around the tile
    int seen[side][side];                 // then: the words of the tile's pixels and of those beside them
  };
};

class TileSearch {
 public:
  /// For the tile whose first pixel is in row y and column x.
  __device__ TileSearch(const EyeWords& eye, const WordRows& rows, std::int64_t y, std::int64_t x, TileMemory& memory,
                        int lane)
      : eye_(eye),
        rows_(rows),
        y_(y),
        x_(x),
        first_place_(static_cast<int>((y - tile_halo + rows.capacity) % rows.capacity)),
        memory_(memory),
        lane_(lane),
        side_cost_(cost(2)),
        corner_cost_(cost(1)),
        toggle_cost_(cost(0)),
        own_cost_(cost(lane < choices ? lane : 0)),
        own_offset_(lane < choices ? choice_y(lane) * side + choice_x(lane) : 0) {}

  /// Visits all pixels, `sweeps` times.
  __device__ void search(int sweeps) {
    if (!load_errors()) return;
    __syncwarp(whole_warp);
    find_toggles();
    see();
    for (int sweep = 0; sweep < sweeps && unsettled_ != 0; ++sweep) {
      // Nothing reads the words far above again.
      const int reach_above = sweep + 1 < sweeps ? EyeWords::reach : 1;
      for (int y = 0; y < search_tile; ++y) {
        if ((unsettled_ >> y & 1U) != 0) visit_row(y, reach_above);
      }
    }
  }

 private:
  static constexpr int side = TileMemory::side;
  static constexpr int around = TileMemory::around;
  static constexpr int half = lanes / 2;
  static constexpr int rests = (side + half - 1) / half;

  // The cost of a choice, without the words of its pixels: the numbers of the definition.
  __device__ int cost(int choice) const {
    const int own = eye_.weights[0][0];
    if (choice == 0) return search_step / 2 * own + kind;
    return search_step * (own - eye_.weights[choice_x(choice) & 1][choice_y(choice) & 1]) + 2 * kind;
  }
  __device__ static int sign_of(int word) { return word < 0 ? 1 : -1; }

  __device__ int& seen(int y, int x) const { return memory_.seen[y + 1][x + 1]; }

  // The word of a pixel.
  __device__ PixelWord* word(int y, int x) const {
    const int place = first_place_ + y + tile_halo;
    return rows_.words + (place < rows_.capacity ? place : place - rows_.capacity) * rows_.stride + x_ + x;
  }

  // Reads the pixels around the tile, four at a time, two rows at once. Returns whether one has an error.
  __device__ bool load_errors() const {
    constexpr int in_row = around / 4, at_once = 2;
    static_assert(around % 4 == 0 && around % at_once == 0 && at_once * in_row <= lanes);
    const int first = lane_ / in_row % at_once, column = lane_ % in_row * 4;
    unsigned any = 0;
    const bool is_needed = lane_ < at_once * in_row;
#pragma unroll 7
    for (int i = 0; i < around; i += at_once) {
      const int row = first + i;
      const std::int64_t y = y_ - tile_halo + row;
      uint2 words{0, 0};
      if (is_needed && y >= 0 && y < rows_.end)
        words = *reinterpret_cast<const uint2*>(word(row - tile_halo, column - tile_halo));
      const uint2 errors{errors_of(words.x), errors_of(words.y)};
      if (is_needed) *reinterpret_cast<uint2*>(&memory_.errors[row][column]) = errors;
      any |= errors.x | errors.y;
    }
    return __any_sync(whole_warp, any != 0);
  }
  __device__ static unsigned errors_of(unsigned words) {
    const auto low = static_cast<unsigned>(error_of(static_cast<PixelWord>(words & 0xFFFF)));
    const auto high = static_cast<unsigned>(error_of(static_cast<PixelWord>(words >> 16)));
    return (low & 0xFFFF) | high << 16;
  }

  // Computes the words of all pixels. Each lane has a column of pixels, −1 to 30. The first pass computes columns 31
  // and 32: each half of the lanes has one of them, each lane has one pair of columns of the eye, and the lanes of a
  // half add up.
  __device__ void see() {
    int sums[side] = {};
    int rest[rests] = {};
#pragma unroll 1
    for (int pass = 0; pass <= eye_reach + 1; ++pass) {
      const bool is_rest = pass == 0;
      add_columns(is_rest ? lanes - 1 + lane_ / half : lane_ - 1, is_rest ? lane_ % half : pass - 1, sums);
      if (is_rest) take_rest(sums, rest);
    }
    const int x = lane_ - 1, x_of_rest = lanes - 1 + lane_ / half;
#pragma unroll
    for (int i = 0; i < side; ++i) sums[i] += kind_of(i - 1, x);
#pragma unroll
    for (int i = 0; i < rests; ++i) {
      const int y = lane_ % half + half * i - 1;
      if (y <= search_tile) rest[i] += kind_of(y, x_of_rest);
    }
    __syncwarp(whole_warp);  // the errors give way to the words
#pragma unroll
    for (int i = 0; i < side; ++i) seen(i - 1, x) = sums[i];
#pragma unroll
    for (int i = 0; i < rests; ++i) {
      const int y = lane_ % half + half * i - 1;
      if (y <= search_tile) seen(y, x_of_rest) = rest[i];
    }
    __syncwarp(whole_warp);
  }

  // Adds to E of a column of pixels what the eye sees of the errors dx columns to the left and to the right.
  __device__ void add_columns(int x, int dx, int (&sums)[side]) const {
    int weights[eye_reach + 1];
#pragma unroll
    for (int dy = 0; dy <= eye_reach; ++dy) weights[dy] = eye_.weights[dx][dy];
    const int reached = dx <= eye_reach ? dx : 0;  // without weight beyond
    const std::int16_t* right = &memory_.errors[0][x + tile_halo + reached];
    const std::int16_t* left = &memory_.errors[0][x + tile_halo - reached];
    const int is_pair = dx == 0 ? 0 : -1;
#pragma unroll
    for (int i = 0; i < around; ++i) {
      const int errors = right[i * around] + (left[i * around] & is_pair);
      // Row i is row i − tile_halo of the tile, and sums[k] is of row k − 1.
#pragma unroll
      for (int k = 0; k < side; ++k) {
        const int dy = k - 1 > i - tile_halo ? k - 1 - (i - tile_halo) : i - tile_halo - (k - 1);
        if (dy <= eye_reach) sums[k] += errors * weights[dy];
      }
    }
  }

  // Each lane keeps every 16th sum of its half's column.
  __device__ void take_rest(int (&sums)[side], int (&rest)[rests]) const {
#pragma unroll
    for (int i = 0; i < side; ++i) {
      int sum = sums[i];
#pragma unroll
      for (int apart = half / 2; apart > 0; apart /= 2) sum += __shfl_xor_sync(whole_warp, sum, apart);
      if (lane_ % half == i % half) rest[i / half] = sum;
      sums[i] = 0;
    }
  }

  __device__ int kind_of(int y, int x) const {
    const int error = memory_.errors[y + tile_halo][x + tile_halo];
    return error == 0 ? 0 : error < 0 ? -kind : kind;
  }

  // Finds the pixels that have toggles: each lane keeps those of a row.
  __device__ void find_toggles() {
#pragma unroll 8
    for (int y = 0; y < search_tile; ++y) {
      const int error = memory_.errors[y + tile_halo][lane_ + tile_halo];
      const int size = error < 0 ? -error : error;
      const bool has_toggle = size >= least_toggled && size <= search_step - least_toggled;
      const unsigned of_row = __ballot_sync(whole_warp, has_toggle);
      if (lane_ == y) toggles_ = of_row;
    }
  }

  // Visits the pixels of a row from the left. Changes need not be seen more than `reach_above` rows above.
  __device__ void visit_row(int y, int reach_above) {
    unsettled_ &= ~(1U << y);
    const unsigned toggles = __shfl_sync(whole_warp, toggles_, y);
    unsigned not_visited = whole_warp;
    while (not_visited != 0) {
      const unsigned found = __ballot_sync(whole_warp, is_changed(y, lane_, toggles)) & not_visited;
      if (found == 0) return;
      const int x = __ffs(static_cast<int>(found)) - 1;
      const int s = sign_of(seen(y, x));
      make_change(y, x, s, best_choice(y, x, s, toggles), reach_above);
      not_visited = x + 1 < lanes ? whole_warp << (x + 1) : 0;
    }
  }

  // Whether a visit changes the pixel.
  __device__ bool is_changed(int y, int x, unsigned toggles) const {
    const int* const at = &seen(y, x);
    const int own = *at, s = sign_of(own);
    const auto other = [&](int choice) { return s * at[choice_y(choice) * side + choice_x(choice)]; };
    const int corner = max(max(other(1), other(3)), max(other(6), other(8)));
    const int beside = max(max(other(2), other(4)), max(other(5), other(7)));
    const int lowest = s * own + min(side_cost_ - beside, corner_cost_ - corner);
    return lowest < 0 || ((toggles >> x & 1U) != 0 && s * own + toggle_cost_ < 0);
  }

  // The change of a pixel that lowers the sum most. Each lane looks at one.
  __device__ int best_choice(int y, int x, int s, unsigned toggles) const {
    const int* const at = &seen(y, x);
    const bool is_toggle = lane_ == 0 && (toggles >> x & 1U) != 0;
    const int change = own_cost_ + s * *at - (is_toggle ? 0 : s * at[own_offset_]);
    return __ffs(static_cast<int>(__ballot_sync(whole_warp, change == lowest_of_warp(change)))) - 1;
  }

  // Makes a change. 32 columns are enough for all that it raises.
  __device__ void make_change(int y, int x, int s, int choice, int reach_above) {
    constexpr int reach = EyeWords::reach, rows_at_once = 5;
    __syncwarp(whole_warp);  // all have read
    const int column = (x < search_tile / 2 ? -1 : 1) + lane_;
    const int first = max(y - reach_above, -1), last = min(y + reach, search_tile);
    if (column >= x - reach && column <= x + reach) {
      const int* raise = &eye_.raises[choice][first - y + reach][column - x + reach];
      int* word = &seen(first, column);
      for (int row = first; row <= last; row += rows_at_once) {
        int words[rows_at_once];
#pragma unroll
        for (int i = 0; i < rows_at_once; ++i)
          words[i] = row + i <= last ? word[i * side] + s * raise[i * EyeWords::side] : 0;
#pragma unroll
        for (int i = 0; i < rows_at_once; ++i) {
          if (row + i <= last) word[i * side] = words[i];
        }
        raise += rows_at_once * EyeWords::side;
        word += rows_at_once * side;
      }
    }
    // The first lanes change the words of the pixels.
    if (lane_ <= (choice > 0 ? 1 : 0)) flip(y + lane_ * choice_y(choice), x + lane_ * choice_x(choice));
    __syncwarp(whole_warp);
    unsettle(y);
  }

  // Makes the pixel print the other of its two levels. Words are aligned in pairs.
  __device__ void flip(int y, int x) const {
    atomicXor(reinterpret_cast<unsigned*>(word(y, x & ~1)), upper_level << 16 * (x & 1));
  }

  // Marks the rows in which visits may turn out differently after a change in row y or of neighbours beside it.
  __device__ void unsettle(int y) {
    constexpr int reach = EyeWords::reach + 1;
    const int first = max(y - reach, 0), last = min(y + reach, search_tile - 1);
    unsettled_ |= whole_warp << first & whole_warp >> (search_tile - 1 - last);
  }

  const EyeWords& eye_;
  const WordRows& rows_;
  std::int64_t y_;
  std::int64_t x_;
  int first_place_;  // of the uppermost row that is read
  TileMemory& memory_;
  int lane_;
  int side_cost_;
  int corner_cost_;
  int toggle_cost_;
  int own_cost_;                     // of the choice that the lane looks at
  int own_offset_;                   // of the other pixel's word
  unsigned toggles_ = 0;             // pixels with toggles in row lane_
  unsigned unsettled_ = whole_warp;  // rows in which a visit may change something
};

}  // namespace platerip::halftone::cuda
