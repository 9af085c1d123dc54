// The warps that fetch a stripe's samples ahead of their use, and turn each of them into what its step begins with.
// Each warp has some of the rows.
#pragma once

#include <cuda_pipeline.h>

#include "halftone/cuda/wavefront/kernels.h"
#include "halftone/cuda/wavefront/stripe.cuh"

namespace platerip::halftone::cuda {

/// The bias plus 2^shift·A of the i-th sample of a word.
template <std::size_t filter, typename Sample>
__device__ int sum_of(std::uint32_t word, int i) {
  using W = Weights<filter>;
  static_assert(solid == 16 * 255);
  if constexpr (sizeof(Sample) == 2) {
    // sixteenths / 16 is (sample · solid + 32767) / 65535, for each of the 65,536 samples: 65281 is 16 · solid · 65536
    // / 65535, rounded up.
    const std::uint32_t sample = i == 0 ? word << 16 : word & 0xFFFF0000;
    const std::uint32_t sixteenths = __umulhi(sample, 65281) + 8;
    return W::bias + static_cast<int>((sixteenths & ~15U) << (W::shift - 4));
  } else if constexpr (W::shift == 4) {
    // A dot product shifts the byte to its place. A permutation of bytes would use the same pipe as most of this warp's
    // other instructions.
    constexpr std::uint32_t bias = W::bias;
    const std::uint32_t weights = 256 << (16 * (i % 2));
    return static_cast<int>(i < 2 ? __dp2a_lo(weights, word, bias) : __dp2a_hi(weights, word, bias));
  } else {
    return W::bias + static_cast<int>(__byte_perm(word, 0, 0x4044 + 256 * i) << (W::shift - 12));
  }
}

/// Samples of a row are fetched in cache lines.
inline constexpr int line_bytes = 128;
inline constexpr int line_words = line_bytes / 4;

/// A ring of lines for each row: those on their way from global memory and those in use. Lines with the same number
/// have the same columns in all rows, except that a row whose skew makes it lag by a complete line has an earlier line
/// there.
struct Lines {
  alignas(line_bytes) std::uint32_t words[stripe_rows][ring_lines * line_words];
};

/// Prefetches the line that contains this address into the L2 cache.
inline __device__ void prefetch_line(const std::byte* at) {
  asm volatile("prefetch.global.L2 [%0];" ::"l"(at));
}

/// A word of those samples that are in its first `inside` bytes. The others are paper.
template <typename Sample>
__device__ std::uint32_t gather_word(const std::byte* at, int inside) {
  std::uint32_t word = 0;
#pragma unroll
  for (int i = 0; i < 4; i += sizeof(Sample)) {
    if (i < inside) word |= static_cast<std::uint32_t>(*reinterpret_cast<const Sample*>(at + i)) << (8 * i);
  }
  return word;
}

/// The same for its bytes from `first` to before `end`.
template <typename Sample>
__device__ std::uint32_t gather_word(const std::byte* at, int first, int end) {
  std::uint32_t word = 0;
#pragma unroll
  for (int i = 0; i < 4; i += sizeof(Sample)) {
    if (i >= first && i < end) word |= static_cast<std::uint32_t>(*reinterpret_cast<const Sample*>(at + i)) << (8 * i);
  }
  return word;
}

/// Feed says what becomes of the samples. With RowsAt::anywhere, chunks begin up to 15 bytes inside a row, as if it
/// lagged behind by so much more.
template <class Feed, RowsAt rows_at = RowsAt::chunks>
class Samples {
 public:
  using Sample = typename Feed::Sample;

  __device__ Samples(const Stripe& stripe, Lines& lines, const Feed& feed, int warp)
      : stripe_(stripe),
        lines_(lines),
        feed_(feed),
        lane_(threadIdx.x % 32),
        first_row_(warp * warp_rows),
        row_(first_row_ + lane_ % warp_rows),
        row_bytes_(stripe.width * sizeof(Sample)) {
    const auto places = reinterpret_cast<std::uintptr_t>(stripe.samples) | stripe.samples_row;
    copied_ = places % chunk_bytes == 0 ? chunk_bytes : places % 4 == 0 ? 4 : 0;
    inside_end_ = copied_ == chunk_bytes && stripe.rows == stripe_rows ? row_bytes_ / line_bytes : 0;
    if constexpr (is_anywhere) {
      inside_end_ = stripe.rows == stripe_rows ? (row_bytes_ - most_skipped) / line_bytes : 0;
      skipped_ = skipped(row_);
    }
  }

  __device__ void run() {
    const int begin = stripe_.begin / line_blocks;
    for (int line = begin - 1; line < begin + lines_ahead; ++line) fetch(line);
    for (int block = stripe_.begin; block < stripe_.end + fed_ahead; ++block) {
      const int next = block - fed_ahead;  // the block to be made ready
      if (next > stripe_.begin) Begun<Feed::warps>::wait();
      if (next >= stripe_.begin) Fetched<Feed::warps>::arrive();
      if (block >= stripe_.end) continue;
      if (block % line_blocks == 0 || block == stripe_.begin) bring(block / line_blocks);
      feed(block);
      if (block % line_blocks == 0) prefetch(block / line_blocks + prefetch_lines);
    }
    Begun<Feed::warps>::wait();
  }

 private:
  static constexpr int skew = Feed::skew;
  static constexpr int chunk_bytes = 16;
  static constexpr int block_words = block_steps * sizeof(Sample) / 4;
  static constexpr int line_blocks = line_words / block_words;
  static constexpr int line_chunks = line_bytes / chunk_bytes;
  static constexpr int rows_at_once = 32 / line_chunks;
  static constexpr int warp_rows = stripe_rows / Feed::warps;
  static constexpr int row_lanes = 32 / warp_rows;
  static constexpr int lane_words = block_words / row_lanes;
  static_assert(warp_rows % rows_at_once == 0);
  static constexpr bool is_anywhere = rows_at == RowsAt::anywhere;
  static constexpr int most_skipped = chunk_bytes - 1;
  // Whether rows are whole words behind each other, and whether rows that are fetched at once have the same lines.
  static constexpr bool whole_words = !is_anywhere && skew * sizeof(Sample) % 4 == 0;
  static constexpr bool same_lines = line_bytes % (skew * sizeof(Sample) * rows_at_once) == 0;

  static __device__ int ring_place(int word) { return word & (ring_lines * line_words - 1); }

  // Complete lines by which a row lags behind, of bytes_behind(). The rest is 1 to a line's bytes.
  static constexpr __device__ int lines_behind(int row, int skipped = 0) {
    return (bytes_behind(row) + skipped - 1) / line_bytes;
  }
  static constexpr __device__ int bytes_behind(int row) { return skew * (row + 1) * static_cast<int>(sizeof(Sample)); }

  // Bytes of a row before its first chunk.
  __device__ int skipped(int row) const {
    const auto place = reinterpret_cast<std::uintptr_t>(stripe_.samples) + row * stripe_.samples_row;
    return static_cast<int>(-place % chunk_bytes);
  }

  // Starts fetching the lines that replace those no longer needed. Then waits until the lines of this number are there.
  __device__ void bring(int line) {
    __syncwarp();
    fetch(line + lines_ahead);
    __pipeline_wait_prior(lines_ahead);
    __syncwarp();
  }

  // Prefetches a line of each row into the L2 cache.
  __device__ void prefetch(int line) const {
    const std::int64_t byte = std::int64_t{line} * line_bytes;
    if (byte >= row_bytes_ || row_ >= stripe_.rows || lane_ >= warp_rows) return;
    prefetch_line(stripe_.samples + row_ * stripe_.samples_row + byte);
  }

  // A lane's share when the warp copies a line of some rows: neighbouring lanes have neighbouring chunks.
  struct Chunk {
    std::uint32_t* to;
    const std::byte* from;
    int inside;  // how many of its bytes, from the first on, are inside the page; negative: so many are before it
  };

  __device__ Chunk chunk(int line, int rows) const {
    const int place = lane_ % line_chunks;
    const int row = first_row_ + rows * rows_at_once + lane_ / line_chunks;
    if constexpr (is_anywhere) return chunk_anywhere(line, row, place);
    const int behind = lines_behind(same_lines ? first_row_ + rows * rows_at_once : row);
    const std::int64_t byte = (std::int64_t{line} - behind) * line_bytes + place * chunk_bytes;
    const bool outside = byte < 0 || row >= stripe_.rows;
    return {.to = &lines_.words[row][ring_place(line * line_words + place * (chunk_bytes / 4))],
            .from = stripe_.samples + row * stripe_.samples_row + byte,
            .inside = outside ? 0 : static_cast<int>(clamp(row_bytes_ - byte, 0, chunk_bytes))};
  }

  __device__ Chunk chunk_anywhere(int line, int row, int place) const {
    const int before = skipped(row);
    const std::int64_t byte =
        (std::int64_t{line} - lines_behind(row, before)) * line_bytes + place * chunk_bytes + before;
    const int inside = static_cast<int>(
        byte > -chunk_bytes ? clamp(byte < 0 ? byte : row_bytes_ - byte, -chunk_bytes, chunk_bytes) : 0);
    return {.to = &lines_.words[row][ring_place(line * line_words + place * (chunk_bytes / 4))],
            .from = stripe_.samples + row * stripe_.samples_row + byte,
            .inside = row >= stripe_.rows || byte >= row_bytes_ ? 0 : inside};
  }

  // Starts fetching a line of each row if this launch needs it. So no line is on its way when the next stripe begins.
  __device__ void fetch(int line) {
    if (line * line_blocks < stripe_.end) fetch_rows(line);
    __pipeline_commit();
  }

  __device__ void fetch_rows(int line) {
    if (line >= lines_behind(stripe_rows - 1, is_anywhere ? most_skipped : 0) && line < inside_end_) {
#pragma unroll
      for (int rows = 0; rows < warp_rows / rows_at_once; ++rows) {
        const Chunk whole = chunk(line, rows);
        __pipeline_memcpy_async(whole.to, whole.from, chunk_bytes);
      }
    } else {
#pragma unroll 1
      for (int rows = 0; rows < warp_rows / rows_at_once; ++rows) copy(chunk(line, rows));
    }
  }

  // Copies a chunk of any alignment, or one that is not entirely inside the page. What is outside becomes paper.
  __device__ void copy(const Chunk& chunk) const {
    if (chunk.inside == 0) {
      *reinterpret_cast<uint4*>(chunk.to) = {0, 0, 0, 0};
    } else if (chunk.inside == chunk_bytes && copied_ == chunk_bytes) {
      __pipeline_memcpy_async(chunk.to, chunk.from, chunk_bytes);
    } else if constexpr (is_anywhere) {
      copy_end(chunk);
    } else {
#pragma unroll 1
      for (int i = 0; i < chunk_bytes; i += 4) {
        if (copied_ != 0 && chunk.inside >= i + 4) {
          __pipeline_memcpy_async(chunk.to + i / 4, chunk.from + i, 4);
        } else {
          chunk.to[i / 4] = gather_word<Sample>(chunk.from + i, chunk.inside - i);
        }
      }
    }
  }

  // Copies a row's first or last samples, which do not fill a chunk. The last are not waited for: that would delay each
  // stripe by so much more.
  __device__ void copy_end(const Chunk& chunk) const {
    if (chunk.inside > 0) {
      __pipeline_memcpy_async(chunk.to, chunk.from, chunk_bytes, chunk_bytes - chunk.inside);
    } else {
      const int first = -chunk.inside, end = static_cast<int>(min(row_bytes_ + first, std::int64_t{chunk_bytes}));
#pragma unroll
      for (int i = 0; i < chunk_bytes; i += 4)
        chunk.to[i / 4] = gather_word<Sample>(chunk.from + i, first - i, end - i);
    }
  }

  // Feeds a block's samples of this lane's row, or its part of them.
  __device__ void feed(int block) const {
    const int first = lane_ / warp_rows * lane_words;
    std::uint32_t words[lane_words];
    if constexpr (whole_words) {
      load_words(block, first, words);
    } else {
      load_shifted_words(block, first, words);
    }
    feed_.put(stripe_, block, row_, first * static_cast<int>(4 / sizeof(Sample)), words);
  }

  // A block's words of this lane's row, from word `first` on. Because of the skew they are in two blocks of the ring,
  // which need not be neighbours.
  __device__ void load_words(int block, int first, std::uint32_t (&words)[lane_words]) const {
    const int behind = static_cast<int>(sizeof(Sample)) * skew / 4 * (row_ + 1) - lines_behind(row_) * line_words;
    const int begin = block * block_words - behind;
    const int in_first = (behind - 1) % block_words + 1;
    const std::uint32_t* row = lines_.words[row_] + first;
    const int here = ring_place(begin);
    const int there = ring_place(begin + in_first) - in_first;
#pragma unroll
    for (int i = 0; i < lane_words; ++i) words[i] = row[(first + i < in_first ? here : there) + i];
  }

  // The same if the block begins inside a word.
  __device__ void load_shifted_words(int block, int first, std::uint32_t (&words)[lane_words]) const {
    int begin = (block * block_words + first) * 4 + lines_behind(row_) * line_bytes - bytes_behind(row_);
    if constexpr (is_anywhere) begin += (lines_behind(row_, skipped_) - lines_behind(row_)) * line_bytes - skipped_;
    const std::uint32_t* row = lines_.words[row_];
    std::uint32_t next = row[ring_place(begin >> 2)];
#pragma unroll
    for (int i = 0; i < lane_words; ++i) {
      const std::uint32_t here = next;
      next = row[ring_place((begin >> 2) + i + 1)];
      words[i] = __funnelshift_r(here, next, begin % 4U * 8);
    }
  }

  Stripe stripe_;
  Lines& lines_;
  Feed feed_;
  int lane_;
  int first_row_;  // of this warp
  int row_;        // of which this lane makes the sums
  int skipped_;    // of that row, if rows are anywhere
  std::int64_t row_bytes_;
  int copied_;               // bytes that the rows' alignment allows to be copied at a time; 0: samples one by one
  std::int64_t inside_end_;  // the first line that must be checked: it is partly outside the page, or rows are not
                             // aligned or missing
};

/// Makes the sums with which the steps of an error filter begin.
template <std::size_t filter, typename ASample, int sample_warps>
class Sums {
 public:
  using Sample = ASample;
  static constexpr int warps = sample_warps;
  static constexpr int skew = cuda::skew;

  explicit __device__ Sums(Fed<Weights<filter>::rows_above>& fed) : fed_(fed) {}

  // All words were loaded before any sum is stored, because the compiler does not know that they do not overlap.
  template <int count>
  __device__ void put(const Stripe&, int block, int row, int first, const std::uint32_t (&words)[count]) const {
    auto* to = reinterpret_cast<int4*>(&fed_.sums[slot_of(block)][row][first]);
#pragma unroll
    for (int i = 0; i < count / static_cast<int>(sizeof(Sample)); ++i) {
      if constexpr (sizeof(Sample) == 1) {
        to[i] = {sum(words[i], 0), sum(words[i], 1), sum(words[i], 2), sum(words[i], 3)};
      } else {
        to[i] = {sum(words[2 * i], 0), sum(words[2 * i], 1), sum(words[2 * i + 1], 0), sum(words[2 * i + 1], 1)};
      }
    }
  }

 private:
  static __device__ int sum(std::uint32_t word, int i) {
    return sum_of<filter, Sample>(word, i);
  }

  Fed<Weights<filter>::rows_above>& fed_;
};

}  // namespace platerip::halftone::cuda
