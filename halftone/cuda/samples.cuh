// The warp that fetches a stripe's samples, ahead of their use.
#pragma once

#include <cuda_pipeline.h>

#include "halftone/cuda/stripe.cuh"

namespace platerip::halftone::cuda {

template <int rows_above, typename Sample>
class Samples {
 public:
  __device__ Samples(const Stripe& stripe, Fed<rows_above, Sample>& fed)
      : stripe_(stripe), fed_(fed), lane_(threadIdx.x % 32) {
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
    for (int block = stripe_.begin; block < stripe_.end + samples_ahead; ++block) {
      __pipeline_wait_prior(samples_ahead - 1);
      if (block >= stripe_.begin + samples_ahead) Ready::arrive(block - samples_ahead);
      if (block < stripe_.end) {
        if (block >= stripe_.begin + fed_blocks) SamplesUsed::wait(block);
        prefetch(block);
        load(block);
      }
      __pipeline_commit();
    }
    for (int block = max(stripe_.begin, stripe_.end - fed_blocks); block < stripe_.end; ++block)
      SamplesUsed::wait(block);
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

  // Sets out to load the samples of a block: neighbouring lanes fetch neighbouring words of a row. What lies outside of
  // the page is paper.
  __device__ void load(int block) {
    if (block > skew * stripe_rows / block_steps && block < inside_end_) {
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
    std::uint32_t* to = &fed_.samples[slot_of(block)][lane_ / words * row_pitch<Sample> + lane_ % words];
#pragma unroll
    for (int i = 0; i < words; ++i, at += step, to += rows_at_once * row_pitch<Sample>) {
      const int row = lane_ / words + i * rows_at_once;
      const int column = lane_ % words * per_word - skew * (row + 1);
      load(to, at, column + before, row < stripe_.rows ? after - column : 0);
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

  Stripe stripe_;
  Fed<rows_above, Sample>& fed_;
  int lane_;
  bool aligned_;          // all rows of samples, to words
  bool words_are_whole_;  // so, and at the page's end
  int inside_end_;        // the first block of which samples may lie beyond the page, or in parts of words
  const std::byte* sample_at_;
};

}  // namespace platerip::halftone::cuda
