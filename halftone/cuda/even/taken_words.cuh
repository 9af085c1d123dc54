// What a stripe of a plane with planes beside it takes from the stripe above: the sums of its first row.
#pragma once

#include "halftone/cuda/even/fed.cuh"
#include "halftone/cuda/wavefront/above.cuh"

namespace platerip::halftone::cuda {

template <std::size_t place>
class TakenWords {
 public:
  using Column = std::uint32_t;
  static constexpr int rows_above = 2;  // words of a column
  static constexpr int skew = tone_skew<place>;
  static constexpr int word_columns = 1;
  static constexpr int nothing = static_cast<int>(no_sum_word);
  static constexpr std::uint32_t no_word = no_sum_word;
  static constexpr int group_columns = 1;
  static constexpr bool passes_on = false;

  using Words = int[rows_above];
  struct Nothing {};

  explicit __device__ TakenWords(EvenFed& fed) : fed_(fed) {}

  static __device__ int column_of(std::uint32_t word, int) { return static_cast<int>(word); }

  __device__ Nothing fed(int, int) const { return {}; }

  // Lane i puts the words of step i of the block.
  __device__ void give(int block, int lane, const Words& words, const Words& before, Nothing) const {
    constexpr int back = skew - EvenStep<place>::reach;
#pragma unroll
    for (int i = 0; i < rows_above; ++i) {
      const int from = lane >= 32 - back ? before[i] : words[i];
      fed_.above[slot_of(block)][i][lane] =
          static_cast<std::uint32_t>(__shfl_sync(0xFFFFFFFF, from, (lane - back) & 31));
    }
  }

 private:
  EvenFed& fed_;
};

}  // namespace platerip::halftone::cuda
