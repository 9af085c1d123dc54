// The warp that feeds a stripe: it fetches samples ahead of their use, waits for the errors of the stripe above, and sums
// up what they give to this stripe's first rows.
#pragma once

#include <cuda_pipeline.h>

#include <utility>

#include "halftone/cuda/stripe.cuh"

namespace platerip::halftone::cuda {

template <Method method, typename Sample>
class Feed {
 public:
  using W = Weights<method>;
  static constexpr int rows_above = W::rows_above;

  struct Shared {
    int boundary[rows_above][2 * block_steps];  // errors of the stripe above: of this block's columns and the last one's
  };

  __device__ Feed(const Stripe& stripe, Fed<rows_above, Sample>& fed, Shared& shared)
      : stripe_(stripe), fed_(fed), shared_(shared), lane_(threadIdx.x % 32) {
    aligned_ = ((reinterpret_cast<std::uintptr_t>(stripe.samples) | stripe.samples_row) & 3) == 0;
    words_are_whole_ = aligned_ && stripe.width % per_word == 0;
    inside_end_ = aligned_ && stripe.rows == stripe_rows ? static_cast<int>(stripe.width / block_steps) : 0;
    const int row = lane_ / words;
    sample_at_ = stripe.samples + row * stripe.samples_row +
                 (std::int64_t{stripe.begin} * block_steps - skew * (row + 1) + lane_ % words * per_word) *
                     std::int64_t{sizeof(Sample)};
  }

  __device__ void run() {
    load_state();
    load_boundary(stripe_.begin);
    for (int block = stripe_.begin - samples_ahead; block < stripe_.end; ++block) {
      const int next = block + samples_ahead;
      if (next >= stripe_.begin + fed_blocks && next < stripe_.end) await(used_barrier, next);
      load_samples(next);
      if (block >= stripe_.begin) bring(block);
    }
    save_state();
    for (int block = max(stripe_.begin, stripe_.end - fed_blocks); block < stripe_.end; ++block)
      await(used_barrier, block);
  }

 private:
  static constexpr int per_word = 4 / sizeof(Sample);
  static constexpr int words = row_words<Sample>;
  static constexpr int rows_at_once = 32 / words;
  static constexpr std::int64_t far = 1 << 20;  // columns beyond which nothing needs to be told apart

  __device__ void load_state() {
    for (auto& given : fed_.given) given[rows_above][lane_] = W::bias;
    for (int row = 0; row < rows_above; ++row)
      last_boundary(row) = stripe_.begin == 0 ? no_error : stripe_.state[(collect_state_words + row) * 32 + lane_];
  }

  __device__ void save_state() {
    for (int row = 0; row < rows_above; ++row)
      stripe_.state[(collect_state_words + row) * 32 + lane_] = shared_.boundary[row][place(stripe_.end - 1) + lane_];
  }

  // Where the columns of a block, and of the block before the first, lie in a row of shared_.boundary.
  static __device__ int place(int block) { return (block & 1) * block_steps; }
  __device__ int& last_boundary(int row) { return shared_.boundary[row][place(stripe_.begin - 1) + lane_]; }

  // Sets out to load the samples of a block: neighbouring lanes fetch neighbouring words of a row. What lies outside of
  // the page is paper.
  __device__ void load_samples(int block) {
    if (block < stripe_.end) {
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
    }
    __pipeline_commit();
    sample_at_ += block_steps * sizeof(Sample);
  }

  // Calls load(where to, where from, its column, columns from there to the end of the page) for each word of a block that
  // falls to this lane. Far from the ends of the page any numbers that say so do; below it there are no columns.
  template <typename Load>
  __device__ void each_word(int block, Load load) {
    const std::byte* at = sample_at_;
    const std::int64_t step = rows_at_once * (stripe_.samples_row - skew * std::int64_t{sizeof(Sample)});
    const int before = static_cast<int>(clamp(std::int64_t{block} * block_steps, 0, far));
    const int after = static_cast<int>(clamp(stripe_.width - std::int64_t{block} * block_steps, -far, far));
    std::uint32_t* to = &fed_.samples[block % fed_blocks][lane_ / words * row_pitch<Sample> + lane_ % words];
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

  // The boundary words of a block's columns, a lane a column. None is needed of columns beyond the page.
  __device__ bool is_beyond(int block) const { return std::int64_t{block} * block_steps + lane_ >= stripe_.width; }
  __device__ std::int64_t boundary_word(int block) const { return std::int64_t{block} * (block_steps / 2) + lane_ / 2; }

  __device__ void load_boundary(int block) {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      boundary_[row] = is_beyond(block)
                           ? pair(no_error, no_error)
                           : load_relaxed(stripe_.above + row * stripe_.boundary_row + boundary_word(block));
    }
  }

  __device__ bool is_waiting() const {
    bool any = boundary_[0] == not_yet;
    if constexpr (rows_above == 2) any |= boundary_[1] == not_yet;
    return __any_sync(0xFFFFFFFF, any);
  }

  // Makes a block ready, once the stripe above has the errors that it needs. Their words are given back for the next use.
  __device__ void bring(int block) {
    while (is_waiting()) load_boundary(block);
    __syncwarp();  // give() has read the block before the last one, and all lanes have the words that are given back
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      shared_.boundary[row][place(block) + lane_] =
          static_cast<int>(__byte_perm(boundary_[row], 0, lane_ % 2 == 0 ? 0x4410 : 0x4432));
    }
    if (!is_beyond(block)) give_back(block);
    __syncwarp();
    load_boundary(block + 1);
    give(block);
    __pipeline_wait_prior(samples_ahead);
    arrive(ready_barrier, block);
  }

  __device__ void give_back(int block) const {
    const std::int64_t word = boundary_word(block);
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      store_relaxed(stripe_.above + row * stripe_.boundary_row + word, not_yet);
    // Where the stripe has one row, the row above it is the boundary's.
    if (rows_above == 2 && stripe_.rows == 1) store_relaxed(stripe_.below + stripe_.boundary_row + word, boundary_[0]);
  }

  // What the stripe above gives to the first rows of this one, each lane for the step of its number.
  __device__ void give(int block) {
    int(&given)[rows_above + 1][block_steps] = fed_.given[block % fed_blocks];
    if constexpr (rows_above == 1) {
      given[0][lane_] = W::bias + taken<0, 0>(block, Columns{});
    } else {
      given[0][lane_] = W::bias + taken<0, 0>(block, Columns{}) + taken<0, 1>(block, Columns{});
      given[1][lane_] = W::bias + taken<1, 1>(block, Columns{});
    }
  }

  using Columns = std::make_integer_sequence<int, reach_columns>;

  // What boundary row `filter_row − row` gives to a row of the stripe.
  template <int row, int filter_row, int... k>
  __device__ int taken(int block, std::integer_sequence<int, k...>) const {
    const int at = place(block) + lane_ - max_reach - skew * (row + 1);
    const auto error = [&](int column) {
      return shared_.boundary[filter_row - row][static_cast<unsigned>(at + column) % (2 * block_steps)];
    };
    return (... + (W::template above<filter_row, k> == 0 ? 0 : W::template above<filter_row, k> * error(k)));
  }

  Stripe stripe_;
  Fed<rows_above, Sample>& fed_;
  Shared& shared_;
  int lane_;
  bool aligned_;          // all rows of samples, to words
  bool words_are_whole_;  // so, and at the page's end
  int inside_end_;        // the first block of which samples may lie beyond the page, or in parts of words
  const std::byte* sample_at_;
  std::uint32_t boundary_[rows_above];  // words of the next block, as loaded last
};

}  // namespace platerip::halftone::cuda
