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

/// Whether the thresholds of pixels beside inner levels apply: the nearest level is neither paper nor solid.
inline __device__ bool is_beside_inner(int level, int in_255, int levels) {
  const int nearest = level + (in_255 > 127 ? 1 : 0);
  return nearest > 0 && nearest < levels - 1;
}

/// The level below a sample's amount, the amount above that level, and the latter in 255ths of a step.
struct Amount {
  int level;
  int above;
  int in_255;
};

/// The amount of a sample, for plates with `bits` per pixel and steps + 1 levels. As tone_amount() does, with two
/// exceptions. Solid becomes the level below it and the amount of a step. So do samples of 16 bits just below a level.
/// A rest R of 65535 is (1020·R + 32767) div 65535 of 1020 and, clamped, (R + 128) div 257 of 255.
template <int bits, typename Sample>
__device__ Amount amount_of(int steps, int sample) {
  const auto scaled = static_cast<std::uint32_t>(bits > 1 ? sample * steps : sample);
  if constexpr (sizeof(Sample) == 1) {
    const auto level = bits > 1 ? static_cast<int>(scaled / 255) : 0;
    const int rest = static_cast<int>(scaled) - 255 * level;
    return {level, 128 * rest, rest};
  }
  const auto level = bits > 1 ? static_cast<int>(scaled / 65535) : 0;
  const std::uint32_t rest = scaled - 65535 * static_cast<std::uint32_t>(level);
  const auto rounded = static_cast<int>((rest + 128) / 257);
  const auto in_1020 = static_cast<int>((1020 * rest + 32767) / 65535);
  return {level, 32 * in_1020, in_1020 == 0 ? 0 : in_1020 == 1020 ? 255 : min(max(rounded, 1), 254)};
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
using WeightTable = WeightPair[3][tone_weights];

__device__ inline StepWeights weights_in(const WeightTable& table, int number) {
  const WeightPair a = table[0][number], b = table[1][number], c = table[2][number];
  return {{a.first, a.second, b.first, b.second, c.first, c.second}};
}

/// Fills the weights of a Step. Every thread of the block calls this.
template <class Step>
__device__ void fill_weights(WeightTable& table) {
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
  (std::make_integer_sequence<int, tone_weights>());
}

}  // namespace platerip::halftone::cuda
