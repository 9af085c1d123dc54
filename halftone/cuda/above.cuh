// The warp that waits for the errors of the stripe above and sums up what they give to this stripe's first rows.
#pragma once

#include <utility>

#include "halftone/cuda/stripe.cuh"

namespace platerip::halftone::cuda {

template <Method method, typename Sample>
class Above {
 public:
  using W = Weights<method>;
  static constexpr int rows_above = W::rows_above;

  __device__ Above(const Stripe& stripe, Fed<rows_above, Sample>& fed)
      : stripe_(stripe), fed_(fed), lane_(threadIdx.x % 32) {}

  __device__ void run() {
    for (auto& given : fed_.given) given[rows_above][lane_] = W::bias;
    load_state();
    load(stripe_.begin);
    for (int block = stripe_.begin; block < stripe_.end; ++block) {
      if (block >= stripe_.begin + fed_blocks) GivenUsed::wait(block);
      bring(block);
    }
    save_state();
    for (int block = max(stripe_.begin, stripe_.end - fed_blocks); block < stripe_.end; ++block) GivenUsed::wait(block);
  }

 private:
  __device__ std::uint32_t& state(int row) { return stripe_.state[(collect_state_words + row) * 32 + lane_]; }

  __device__ void load_state() {
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      before_[row] = stripe_.begin == 0 ? no_error : static_cast<int>(state(row));
  }
  __device__ void save_state() {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) state(row) = before_[row];
  }

  // The boundary words of a block's columns, a lane a column. None is needed of columns beyond the page.
  __device__ bool is_beyond(int block) const {
    return std::int64_t{block} * block_steps + lane_ >= stripe_.width;
  }
  __device__ std::int64_t word_of(int block) const {
    return std::int64_t{block} * (block_steps / 2) + lane_ / 2;
  }

  __device__ void load(int block) {
#pragma unroll
    for (int row = 0; row < rows_above; ++row) {
      words_[row] = is_beyond(block) ? pair(no_error, no_error)
                                     : load_relaxed(stripe_.above + row * stripe_.boundary_row + word_of(block));
    }
  }

  __device__ bool is_waiting() const {
    bool any = words_[0] == not_yet;
    if constexpr (rows_above == 2) any |= words_[1] == not_yet;
    return __any_sync(0xFFFFFFFF, any);
  }

  // Makes a block ready, once the stripe above has the errors that it needs. Their words are given back for the next
  // use.
  __device__ void bring(int block) {
    while (is_waiting()) load(block);
    const std::uint32_t nearest = words_[0];
    int errors[rows_above];
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      errors[row] = static_cast<int>(__byte_perm(words_[row], 0, lane_ % 2 == 0 ? 0x4410 : 0x4432));
    load(block + 1);
    give(block, errors);
    Ready::arrive(block);
    if (!is_beyond(block)) give_back(block, nearest);
#pragma unroll
    for (int row = 0; row < rows_above; ++row) before_[row] = errors[row];
  }

  __device__ void give_back(int block, std::uint32_t nearest) const {
#pragma unroll
    for (int row = 0; row < rows_above; ++row)
      store_relaxed(stripe_.above + row * stripe_.boundary_row + word_of(block), not_yet);
    // Where the stripe has one row, the row above it is the boundary's.
    if (rows_above == 2 && stripe_.rows == 1)
      store_relaxed(stripe_.below + stripe_.boundary_row + word_of(block), nearest);
  }

  // What the stripe above gives to the first rows of this one, each lane for the step of its number.
  __device__ void give(int block, const int (&errors)[rows_above]) {
    int(&given)[rows_above + 1][block_steps] = fed_.given[slot_of(block)];
    if constexpr (rows_above == 1) {
      given[0][lane_] = W::bias + taken<0, 0>(block, errors, Columns{});
    } else {
      given[0][lane_] = W::bias + taken<0, 0>(block, errors, Columns{}) + taken<0, 1>(block, errors, Columns{});
      given[1][lane_] = W::bias + taken<1, 1>(block, errors, Columns{});
    }
  }

  using Columns = std::make_integer_sequence<int, reach_columns>;

  // What boundary row `filter_row − row` gives to a row of the stripe.
  template <int row, int filter_row, int... k>
  __device__ int taken(int block, const int (&errors)[rows_above], std::integer_sequence<int, k...>) const {
    return (... + weighed<W::template above<filter_row, k>, filter_row - row, skew*(row + 1) + max_reach - k, row>(
                      block, errors));
  }

  // A boundary row's errors of so many columns back. Columns left of the page take none from within it.
  template <int weight, int boundary_row, int back, int row>
  __device__ int weighed(int block, const int (&errors)[rows_above]) const {
    if constexpr (weight == 0) return 0;
    static_assert(back > 0 && back < 32);
    const int from = lane_ >= 32 - back ? before_[boundary_row] : errors[boundary_row];
    const int error = __shfl_sync(0xFFFFFFFF, from, (lane_ - back) & 31);
    return weight * (block == 0 && lane_ < skew * (row + 1) ? static_cast<int>(no_error) : error);
  }

  Stripe stripe_;
  Fed<rows_above, Sample>& fed_;
  int lane_;
  std::uint32_t words_[rows_above];  // of the next block, as loaded last
  int before_[rows_above];           // errors of the block before, a lane a column
};

}  // namespace platerip::halftone::cuda
