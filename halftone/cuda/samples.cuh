// The warp that fetches a stripe's samples, ahead of their use.
#pragma once

#include <cuda_pipeline.h>

#include "halftone/cuda/stripe.cuh"

namespace platerip::halftone::cuda {

/// Samples as they lie in a word.
template <typename Sample, int shift>
struct Ink;

/// 2^shift·A of a word's i-th sample.
template <int shift>
struct Ink<std::uint8_t, shift> {
  static __device__ int of(std::uint32_t word, int i) {
    if constexpr (shift == 4) {
      return static_cast<int>(__byte_perm(word, 0, 0x4404 + 16 * i));
    } else {
      return static_cast<int>(__byte_perm(word, 0, 0x4044 + 256 * i) << (shift - 12));
    }
  }
};

template <int shift>
struct Ink<std::uint16_t, shift> {
  static __device__ int of(std::uint32_t word, int i) {
    return static_cast<int>(((i == 0 ? word & 0xFFFF : word >> 16) * solid + 32767) / 65535 << shift);
  }
};

/// Words of samples of a row in a block.
template <typename Sample>
inline constexpr int row_words = block_steps * sizeof(Sample) / 4;

/// Words on their way from global memory, a ring of blocks: each lane's own.
template <typename Sample>
struct Fetching {
  std::uint32_t words[samples_ahead][row_words<Sample>][32];
};

template <Method method, typename Sample>
class Samples {
 public:
  static constexpr int rows_above = Weights<method>::rows_above;

  __device__ Samples(const Stripe& stripe, Fetching<Sample>& fetching, Fed<rows_above>& fed)
      : stripe_(stripe), fetching_(fetching), fed_(fed), lane_(threadIdx.x % 32) {
    aligned_ = ((reinterpret_cast<std::uintptr_t>(stripe.samples) | stripe.samples_row) & 3) == 0;
    words_are_whole_ = aligned_ && stripe.width % per_word == 0;
    inside_end_ = aligned_ && stripe.rows == stripe_rows ? static_cast<int>(stripe.width / block_steps) : 0;
    const int row = lane_ / words;
    sample_at_ = stripe.samples + row * stripe.samples_row +
                 (std::int64_t{stripe.begin} * block_steps - skew * (row + 1) + lane_ % words * per_word) *
                     std::int64_t{sizeof(Sample)};
  }

  __device__ void run() {
    for (int ahead = 0; ahead < prefetch_blocks; ++ahead) prefetch(stripe_.begin - prefetch_blocks + ahead);
    for (int ahead = 0; ahead < samples_ahead; ++ahead) fetch(stripe_.begin + ahead);
    for (int block = stripe_.begin; block < stripe_.end; ++block) {
      __pipeline_wait_prior(samples_ahead - 1);
      if (block >= stripe_.begin + fed_blocks) Used::wait(block);
      feed(block);
      Fetched::arrive(block);
      prefetch(block);
      fetch(block + samples_ahead);
    }
    for (int block = max(stripe_.begin, stripe_.end - fed_blocks); block < stripe_.end; ++block) Used::wait(block);
  }

 private:
  static constexpr int per_word = 4 / sizeof(Sample);
  static constexpr int words = row_words<Sample>;
  static constexpr int rows_at_once = 32 / words;
  // Blocks of a cache line.
  static constexpr int line_blocks = 128 / (block_steps * static_cast<int>(sizeof(Sample)));
  static constexpr std::int64_t far = 1 << 20;  // columns beyond which nothing needs to be told apart

  // Brings what will be loaded later on from memory to the L2 cache, a lane a row, a cache line at a time.
  __device__ void prefetch(int block) const {
    if (block % line_blocks != 0 || lane_ >= stripe_.rows) return;
    const std::int64_t column = std::int64_t{block + prefetch_blocks} * block_steps - skew * (lane_ + 1);
    if (column < 0 || column >= stripe_.width) return;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(stripe_.samples + lane_ * stripe_.samples_row +
                                                  column * std::int64_t{sizeof(Sample)}));
  }

  // Sets out to fetch the samples of a block, neighbouring lanes neighbouring words of a row. What lies outside of the
  // page is paper.
  __device__ void fetch(int block) {
    if (block < stripe_.end) fetch_words(block);
    __pipeline_commit();
  }

  __device__ void fetch_words(int block) {
    if (block > skew_blocks && block < inside_end_) {
      each_word(block, [](std::uint32_t* to, const std::byte* at, int, int) { __pipeline_memcpy_async(to, at, 4); });
    } else if (words_are_whole_ || (aligned_ && block < static_cast<int>(stripe_.width / block_steps))) {
      each_word(block, [first = stripe_.samples](std::uint32_t* to, const std::byte* at, int column, int after) {
        const bool inside = column >= 0 && after > 0;
        __pipeline_memcpy_async(to, inside ? at : first, 4, inside ? 0 : 4);
      });
    } else {
      each_word(block, [](std::uint32_t* to, const std::byte* at, int column, int after) {
        *to = gather_word(at, column, after);
      });
    }
    sample_at_ += block_steps * sizeof(Sample);
  }

  // Calls load(where to, where from, its column, columns from there to the end of the page) for each word of a block
  // that falls to this lane. Far from the ends of the page any numbers that say so do; below it there are no columns.
  template <typename Load>
  __device__ void each_word(int block, Load load) {
    const std::byte* at = sample_at_;
    const std::int64_t step = rows_at_once * (stripe_.samples_row - skew * std::int64_t{sizeof(Sample)});
    const int before = static_cast<int>(clamp(std::int64_t{block} * block_steps, 0, far));
    const int after = static_cast<int>(clamp(stripe_.width - std::int64_t{block} * block_steps, -far, far));
#pragma unroll
    for (int i = 0; i < words; ++i, at += step) {
      const int row = lane_ / words + i * rows_at_once;
      const int column = lane_ % words * per_word - skew * (row + 1);
      load(&fetching_.words[block % samples_ahead][i][lane_], at, column + before,
           row < stripe_.rows ? after - column : 0);
    }
  }

  // Samples of a word that lies anyhow: those of its first `after` that are not before the page's first column.
  static __device__ std::uint32_t gather_word(const std::byte* at, int column, int after) {
    std::uint32_t word = 0;
#pragma unroll
    for (int i = 0; i < per_word; ++i) {
      if (column + i >= 0 && i < after)
        word |= static_cast<std::uint32_t>(reinterpret_cast<const Sample*>(at)[i]) << (32 / per_word * i);
    }
    return word;
  }

  // The sums that a block's steps begin with.
  __device__ void feed(int block) {
    std::uint32_t fetched[words];
#pragma unroll
    for (int i = 0; i < words; ++i) fetched[i] = fetching_.words[block % samples_ahead][i][lane_];
    int* to = &fed_.sums[slot_of(block)][lane_ / words][lane_ % words * per_word];
#pragma unroll
    for (int i = 0; i < words; ++i, to += rows_at_once * (block_steps + group_steps)) {
      if constexpr (per_word == 4) {
        *reinterpret_cast<int4*>(to) = {sum(fetched[i], 0), sum(fetched[i], 1), sum(fetched[i], 2), sum(fetched[i], 3)};
      } else {
        *reinterpret_cast<int2*>(to) = {sum(fetched[i], 0), sum(fetched[i], 1)};
      }
    }
  }

  static __device__ int sum(std::uint32_t word, int i) {
    return Weights<method>::bias - Ink<Sample, Weights<method>::shift>::of(word, i);
  }

  Stripe stripe_;
  Fetching<Sample>& fetching_;
  Fed<rows_above>& fed_;
  int lane_;
  bool aligned_;          // all rows of samples, to words
  bool words_are_whole_;  // so, and at the page's end
  int inside_end_;        // the first block of which samples may lie beyond the page, or in parts of words
  const std::byte* sample_at_;
};

}  // namespace platerip::halftone::cuda
