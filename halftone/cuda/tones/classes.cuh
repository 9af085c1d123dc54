// The amounts and classes of samples (tone_amount()), and the weights of classes.
#pragma once

#include <utility>

#include "halftone/cuda/tones/step.h"
#include "halftone/cuda/wavefront/launch.h"

namespace platerip::halftone::cuda {

/// The class of an amount of `in_255` above a level.
inline __device__ int class_of(int in_255) {
  const int m = min(in_255, 255 - in_255);
  const int half_class = [m]<std::size_t... c>(std::index_sequence<c...>) {
    return (... + (m >= tone_starts[c] ? 1 : 0)) - 1;
  }
  (std::make_index_sequence<tone_half>());
  return half_class + (in_255 > 127 ? tone_half : 0);
}

/// A sample's amount, and the same in 255ths.
struct Amount {
  int above;
  int in_255;
};

/// The amount of a sample. As tone_amount() does, except that solid is the amount of a step. A sample R of 65535 is
/// (1020·R + 32767) div 65535 of 1020 and, clamped, (R + 128) div 257 of 255.
template <typename Sample>
__device__ Amount amount_of(int sample) {
  if constexpr (sizeof(Sample) == 1) return {128 * sample, sample};
  const auto scaled = static_cast<std::uint32_t>(sample);
  const auto rounded = static_cast<int>((scaled + 128) / 257);
  const auto in_1020 = static_cast<int>((1020 * scaled + 32767) / 65535);
  return {32 * in_1020, in_1020 == 0 ? 0 : in_1020 == 1020 ? 255 : min(max(rounded, 1), 254)};
}

/// Copies a word of a lane's state from or to memory, where all are std::uint32_t.
template <typename To, typename From>
__device__ void set_bits(To& to, From from) {
  to = std::bit_cast<To>(from);
}

/// Two weights.
struct alignas(8) WeightPair {
  float first;
  float second;
};
/// The weights of a step by their numbers.
template <int sets>
using WeightTable = WeightPair[3][sets];

template <int sets>
__device__ StepWeights weights_in(const WeightTable<sets>& table, int number) {
  const WeightPair a = table[0][number], b = table[1][number], c = table[2][number];
  return {{a.first, a.second, b.first, b.second, c.first, c.second}};
}

/// Fills the weights of a Step. Every thread of the block calls this.
template <class Step, int sets>
__device__ void fill_weights(WeightTable<sets>& table) {
  [&]<int... number>(std::integer_sequence<int, number...>) {
    const auto put = [&]<int n>(std::integral_constant<int, n>) {
      constexpr StepWeights all = Step::weights(n);
      if (threadIdx.x != n) return;
      table[0][n] = {all.w[0], all.w[1]};
      table[1][n] = {all.w[2], all.w[3]};
      table[2][n] = {all.w[4], all.w[5]};
    };
    (put(std::integral_constant<int, number>()), ...);
  }
  (std::make_integer_sequence<int, sets>());
}

}  // namespace platerip::halftone::cuda
