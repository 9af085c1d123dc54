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

/// The eye, in the shared memory of a thread block.
struct alignas(16) EyeWords {
  static constexpr int directions = 8;  // swaps; after them, the toggle
  static constexpr int reach = eye_reach + 1;
  static constexpr int side = 2 * reach + 1;
  static constexpr int weights_row = eye_reach + 2;

  /// c(dy, dx): [dx][dy]. 0 from eye_reach + 1 on.
  int weights[16][weights_row];
  /// By how much a change with s = 1 of pixel (0, 0) raises the words of the pixels around it:
  /// [direction][y + reach][x + reach].
  int raises[directions + 1][side][side];
};

/// The neighbours in the order of the definition.
__device__ constexpr int direction_y(int direction) {
  return direction == EyeWords::directions ? 0 : (direction + (direction > 3 ? 1 : 0)) / 3 - 1;
}
__device__ constexpr int direction_x(int direction) {
  return direction == EyeWords::directions ? 0 : (direction + (direction > 3 ? 1 : 0)) % 3 - 1;
}

/// What the search knows of a pixel, in a word: 8·E, and these bits. The pixel has an error below 0, or one above 0,
/// and it may be toggled.
inline constexpr int is_lower = 1;
inline constexpr int is_upper = 2;
inline constexpr int has_toggle = 4;
inline constexpr int seen_shift = 3;
inline constexpr int seen_unit = 1 << seen_shift;
static_assert(static_cast<std::int64_t>(seen_unit) * search_step * nasanen_450.sum() < std::int64_t{1} << 31);

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
  for (int i = thread; i < (EyeWords::directions + 1) * side * side; i += threads) {
    const int direction = i / (side * side), y = i / side % side - reach, x = i % side - reach;
    const int other =
        direction == EyeWords::directions ? 0 : weight(y - direction_y(direction), x - direction_x(direction));
    words.raises[direction][y + reach][x + reach] = seen_unit * search_step * (weight(y, x) - other);
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
        side_swap_(swap(3)),
        corner_swap_(swap(0)),
        toggle_(search_step / 2 * eye.weights[0][0]) {}

  /// Visits all pixels, `sweeps` times.
  __device__ void search(int sweeps) {
    if (!load_errors()) return;
    see();
    for (int sweep = 0; sweep < sweeps && unsettled_ != 0; ++sweep) {
      for (int y = 0; y < search_tile; ++y) {
        if ((unsettled_ >> y & 1U) != 0) visit_row(y);
      }
    }
  }

 private:
  static constexpr int side = TileMemory::side;
  static constexpr int around = TileMemory::around;
  static constexpr int half = lanes / 2;
  static constexpr int rests = (side + half - 1) / half;

  struct Choice {
    int change = 0;  // the lowest number below 0, or 0
    int direction = EyeWords::directions;
  };

  // What a swap adds to the sum, but for the pixels' E.
  __device__ int swap(int direction) const {
    return search_step * (eye_.weights[0][0] - eye_.weights[direction_x(direction) & 1][direction_y(direction) & 1]);
  }
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
    // More lanes than are needed read what others read.
#pragma unroll 7
    for (int i = 0; i < around; i += at_once) {
      const int row = first + i;
      const std::int64_t y = y_ - tile_halo + row;
      uint2 words{0, 0};
      if (y >= 0 && y < rows_.end) words = *reinterpret_cast<const uint2*>(word(row - tile_halo, column - tile_halo));
      const uint2 errors{errors_of(words.x), errors_of(words.y)};
      *reinterpret_cast<uint2*>(&memory_.errors[row][column]) = errors;
      any |= errors.x | errors.y;
    }
    return __any_sync(whole_warp, any != 0);
  }
  __device__ static unsigned errors_of(unsigned words) {
    const auto low = static_cast<unsigned>(error_of(static_cast<PixelWord>(words & 0xFFFF)));
    const auto high = static_cast<unsigned>(error_of(static_cast<PixelWord>(words >> 16)));
    return (low & 0xFFFF) | high << 16;
  }

  // Computes the words of all pixels. A lane has a column of pixels, −1 to 30. Before, half of the lanes has column 31,
  // the other half column 32, and each lane one pair of columns of the eye; the lanes of a half add up.
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
    for (int i = 0; i < side; ++i) sums[i] = seen_unit * sums[i] + kind_of(i - 1, x);
#pragma unroll
    for (int i = 0; i < rests; ++i) {
      const int y = lane_ % half + half * i - 1;
      if (y <= search_tile) rest[i] = seen_unit * rest[i] + kind_of(y, x_of_rest);
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
    if (error == 0) return 0;
    const int size = error < 0 ? -error : error;
    return (error < 0 ? is_lower : is_upper) |
           (size >= least_toggled && size <= search_step - least_toggled ? has_toggle : 0);
  }

  // Visits the pixels of a row from the left.
  __device__ void visit_row(int y) {
    unsettled_ &= ~(1U << y);
    unsigned not_visited = whole_warp;
    while (not_visited != 0) {
      const Choice choice = choice_of(y, lane_);
      const unsigned found = __ballot_sync(whole_warp, choice.change < 0) & not_visited;
      if (found == 0) return;
      const int x = __ffs(static_cast<int>(found)) - 1;
      make_change(y, x, __shfl_sync(whole_warp, choice.direction, x));
      not_visited = x + 1 < lanes ? whole_warp << (x + 1) : 0;
    }
  }

  // The change of a pixel that lowers the sum most.
  __device__ Choice choice_of(int y, int x) const {
    const int own = seen(y, x);
    const int s = (own & is_lower) != 0 ? 1 : -1;
    Choice best;
    if ((own & has_toggle) != 0) best.change = min(0, toggle_ + s * (own >> seen_shift));
#pragma unroll
    for (int i = 0; i < EyeWords::directions; ++i) {
      const int dy = direction_y(i), dx = direction_x(i);
      const int other = seen(y + dy, x + dx);
      const int change =
          (dy != 0 && dx != 0 ? corner_swap_ : side_swap_) + s * ((own >> seen_shift) - (other >> seen_shift));
      if (((own ^ other) & (is_lower | is_upper)) == (is_lower | is_upper) && change < best.change) best = {change, i};
    }
    return best;
  }

  // Makes a change, as one step for all lanes. 32 columns are enough for all that it raises.
  __device__ void make_change(int y, int x, int direction) {
    constexpr int reach = EyeWords::reach;
    const int other_y = y + direction_y(direction), other_x = x + direction_x(direction);
    const int s = (seen(y, x) & is_lower) != 0 ? 1 : -1;
    __syncwarp(whole_warp);  // all have read
    const int column = (x < search_tile / 2 ? -1 : 1) + lane_;
    const int first = max(y - reach, -1), last = min(y + reach, search_tile);
    if (column >= x - reach && column <= x + reach) {
      const int* raise = &eye_.raises[direction][first - y + reach][column - x + reach];
      int* word = &seen(first, column);
#pragma unroll 4
      for (int row = first; row <= last; ++row, raise += EyeWords::side, word += side) *word += s * *raise;
    }
    if (column == x) flip(y, x);
    if (column == other_x && direction != EyeWords::directions) flip(other_y, other_x);
    __syncwarp(whole_warp);
    unsettle(y);
  }

  // The pixel prints the other of its levels.
  __device__ void flip(int y, int x) const {
    seen(y, x) ^= is_lower | is_upper;
    PixelWord* const own = word(y, x);
    const auto is_high = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(own) / sizeof(PixelWord) % 2);
    atomicXor(reinterpret_cast<unsigned*>(own - is_high), upper_level << 16 * is_high);
  }

  // The rows of pixels whose visits a change in row y, or of neighbours beside it, may turn out differently.
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
  int side_swap_;
  int corner_swap_;
  int toggle_;
  unsigned unsettled_ = whole_warp;  // rows in which a visit may change something
};

}  // namespace platerip::halftone::cuda
