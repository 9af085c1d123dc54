// What a stripe of a tone filter takes from the stripe above: the sums of its first row, with their seeds.
#pragma once

#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/wavefront/above.cuh"

namespace platerip::halftone::cuda {

template <class Step, int bits>
class TakenSums {
 public:
  using Fed = ToneFed<typename Step::Pixel, bits>;
  using Pixel = typename Step::Pixel;
  using Column = std::uint32_t;
  static constexpr int rows_above = 1;
  static constexpr int skew = Step::skew;
  static constexpr int word_columns = 1;
  static constexpr int nothing = static_cast<int>(Step::zero_bits);
  static constexpr std::uint32_t no_word = Step::zero_bits;
  static constexpr int group_columns = 1;
  static constexpr bool passes_on = false;

  using Errors = int[rows_above];

  __device__ TakenSums(const Stripe& stripe, Fed& fed) : fed_(fed), row_(stripe.first_row), ink_(stripe.ink) {}

  static __device__ int column_of(std::uint32_t word, int) { return static_cast<int>(word); }

  // The pixel at this lane's step of the first row.
  __device__ Pixel fed(int slot, int lane) const { return fed_.pixel(slot, 0, lane); }

  // Adds the sums to the pixels of the first row. Lane i does this for step i of the block.
  __device__ void give(int block, int lane, const Errors& sums, const Errors& before, const Pixel& pixel) const {
    constexpr int back = skew - Step::reach;
    const int from = lane >= 32 - back ? before[0] : sums[0];
    const auto bits_there = static_cast<std::uint32_t>(__shfl_sync(0xFFFFFFFF, from, (lane - back) & 31));
    const int sum = is_outside(pixel) ? 0 : limited(Step::sum_of(bits_there), block, lane, pixel);
    fed_.pixel(slot_of(block), 0, lane) = Step::with_sum(pixel, sum);
  }

 private:
  __device__ int limited(int sum, int block, int lane, const Pixel& pixel) const {
    if (sum == 0) return Step::seed(pixel, std::int64_t{block} * block_steps + lane - skew, row_, ink_);
    return min(max(sum, -tone_limit), tone_limit);
  }

  Fed& fed_;
  std::int64_t row_;
  int ink_;
};

}  // namespace platerip::halftone::cuda
