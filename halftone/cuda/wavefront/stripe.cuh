// A stripe: 32 rows of one plane, which one thread block halftones. This is what its warps share. The warps themselves
// are in samples.cuh, above.cuh and collect.cuh.
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

#include "halftone/cuda/wavefront/handover.cuh"
#include "halftone/cuda/wavefront/launch.h"
#include "halftone/error_filter.h"

namespace platerip::halftone::cuda {

/// The number of columns that a filter may reach in a row above.
inline constexpr int reach_columns = 2 * max_reach + 1;

/// The weights of the error filter at this index of error_filters, for errors stored as y = e − error_offset. D·M is
/// 2^shift, or nearly so if M is rounded, and
///     d = (bias + 2^shift·A + Σ W·y) >> shift = s − error_offset.
template <std::size_t place>
struct Weights {
  static constexpr ErrorFilter filter = error_filters[place];
  static constexpr int rows_above = filter.rows();
  static constexpr bool binary = filter.divisor == 16;  // needs no multiplication by M
  static constexpr int shift = binary ? 4 : 16;
  static constexpr int scale = binary ? 1 : filter.multiplier();

  static constexpr int left1 = scale * filter.weight(0, -1);
  static constexpr int left2 = scale * filter.weight(0, -2);

  /// Weights of the rows above: row 0 is the nearer one, columns 0 to 4 stand for −2 to 2.
  template <int row, int column>
  static constexpr int above = scale* filter.weight(-1 - row, column - max_reach);

  /// Columns to the right from which errors of the rows above are collected.
  static constexpr int reach_right = filter.reach_right();

  /// Half of 2^shift rounds as the definition says. The rest corrects for the offset of the stored errors if D·M is not
  /// 2^shift.
  static constexpr int bias = (1 << (shift - 1)) + error_offset * (scale * filter.divisor - (1 << shift));
};

inline constexpr int no_error = -error_offset;

/// Blocks by which the last row of a full stripe lags because of its skew. Up to the block of this number, some rows
/// are left of the page. In this block the last row's first pixels are done, but the word of pixels that it completes
/// is still left of the page.
constexpr int skew_blocks_of(int row_skew) {
  return row_skew * stripe_rows / block_steps;
}
inline constexpr int skew_blocks = skew_blocks_of(skew);

/// Blocks of columns: `begin` to `end` − 1.
struct Blocks {
  int begin;
  int end;
  __device__ bool any() const { return begin < end; }
  __device__ bool has(int block) const { return block >= begin && block < end; }
};

/// One stripe of one plane. Blocks are counted from its left edge.
struct Stripe {
  const std::byte* samples;  // samples of its first row
  std::int64_t samples_row;
  std::int64_t samples_plane;
  std::byte* pixels;
  std::int64_t pixels_row;
  std::int64_t pixels_plane;
  std::int64_t width;
  std::int64_t columns;    // of boundary words
  std::int64_t first_row;  // of the page
  int ink;
  std::int8_t beside[max_beside];  // as in Launch
  const std::byte* mask;           // of its plane, if it has a ladder
  int rows;
  int begin;
  int end;
  std::uint32_t* above;  // boundary words of the stripe above
  std::uint32_t* below;  // its own boundary words
  std::uint32_t* taken;  // where it keeps copies of the boundary words that it takes from above; or null
  std::int64_t boundary_row;
  std::uint32_t* state;  // [word][lane]
  Blocks mail_above;     // blocks whose boundary words come, and go, through the cluster's shared memory
  Blocks mail_below;
};

/// What the feeding warps make ready for the collecting one: a ring of blocks. It has the sum with which each step of
/// each row begins: the bias and the ink. After the rows of the stripe, the first ones follow again, with what the
/// stripe above contributes. Rows are padded so that groups of neighbouring rows are in different banks.
template <int rows_above>
struct Fed {
  alignas(16) int sums[fed_blocks][stripe_rows + rows_above][block_steps + group_steps];
};

/// The index of a block in the ring.
inline __device__ int slot_of(int block) {
  return block & (fed_blocks - 1);
}

static_assert((fed_blocks & (fed_blocks - 1)) == 0);

/// Warps that fetch samples. With more than a byte for each pixel, a single warp would need more time for a block than
/// the collecting warp. 16384 x 16384 in 16 bits takes 1.23 ms with two warps and 1.53 with one; four planes take 1.83
/// and 2.61.
template <typename Sample>
inline constexpr int sample_warps = std::is_same_v<Sample, std::uint8_t> ? 1 : 2;

/// The samples of a block are there. This tells the warp that adds what the stripe above contributes.
///
/// A stripe's warps hand blocks on at this barrier and the next two. The samples' warps hand a block on only after the
/// collecting warp has begun the block before. So a barrier is never in use for two blocks, and each has one constant
/// number. 16384 x 16384, one plane: 1.19 ms; with a barrier for each block of the ring, 1.22.
template <int sample_warps>
using Fetched = Barrier<1, sample_warps + 1>;
/// What the stripe above contributes is added too. This tells the collecting warp.
using Ready = Barrier<2, 2>;
/// The collecting warp has begun a block, and is done with the one before. This tells the warps that fetch samples.
template <int sample_warps>
using Begun = Barrier<3, sample_warps + 1>;

inline __device__ std::int64_t clamp(std::int64_t value, std::int64_t low, std::int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/// A boundary word: two columns, the left one in the lower half.
inline __device__ std::uint32_t pair(int left, int right) {
  return __byte_perm(left, right, 0x5410);
}

}  // namespace platerip::halftone::cuda
