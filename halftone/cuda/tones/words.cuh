// Turns samples into what the steps of a tone filter begin with.
#pragma once

#include <utility>

#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// The half-class of m = min(r, 255 − r).
inline __device__ int half_class_of(int m) {
  return [m]<std::size_t... c>(std::index_sequence<c...>) {
    return (... + (m >= tone_starts[c] ? 1 : 0)) - 1;
  }
  (std::make_index_sequence<tone_half>());
}

/// The word of an amount of `in_255` above a level, less that amount.
inline __device__ std::uint32_t word_without_amount(const ToneThresholds& thresholds, int in_255) {
  const int half_class = half_class_of(min(in_255, 255 - in_255));
  return tone_word(0, thresholds[half_class + (in_255 > 127 ? tone_half : 0)], 1 + half_class);
}

/// Adds an amount to such a word.
inline __device__ std::uint32_t with_amount(std::uint32_t word, int above) {
  return word + static_cast<std::uint32_t>(above) * 0x10001;
}

/// Whether the thresholds of pixels beside inner levels apply: the nearest level is neither paper nor solid.
inline __device__ bool is_beside_inner(int level, int in_255, int levels) {
  const int nearest = level + (in_255 > 127 ? 1 : 0);
  return nearest > 0 && nearest < levels - 1;
}

/// Fills the tables, with the weights of a Step. Every thread of the block calls this.
template <class Step, int sample_bits>
__device__ void fill_tables(const Launch& launch, ToneTables<sample_bits>& tables) {
  for (int i = threadIdx.x; i < 256; i += block_threads) {
    if constexpr (sample_bits == 8) {
      const int scaled = i * (launch.levels - 1);
      const int level = launch.levels > 2 ? scaled / 255 : 0, rest = scaled - 255 * level;
      const bool inner = is_beside_inner(level, rest, launch.levels);
      tables.words[0][i] = with_amount(word_without_amount(inner ? launch.inner : launch.outer, rest), 128 * rest);
    } else {
      tables.words[0][i] = word_without_amount(launch.outer, i);
      tables.words[1][i] = word_without_amount(launch.inner, i);
    }
  }
  [&]<int... number>(std::integer_sequence<int, number...>) {
    const auto put = [&]<int n>(std::integral_constant<int, n>) {
      constexpr StepWeights all = Step::weights(n);
      if (threadIdx.x != n) return;
      tables.weights[0][n] = {all.w[0], all.w[1]};
      tables.weights[1][n] = {all.w[2], all.w[3]};
      tables.weights[2][n] = {all.w[4], all.w[5]};
    };
    (put(std::integral_constant<int, number>()), ...);
  }
  (std::make_integer_sequence<int, tone_weights>());
}

/// A pixel as a step begins with it, and the level below its amount.
struct TonePixel {
  std::uint32_t word;
  int level;
};

/// The pixel of a sample, for plates with `bits` per pixel and steps + 1 levels. As tone_amount() does, with two
/// exceptions. Solid becomes the level below it and the amount of a step. So do samples of 16 bits just below a level.
/// A rest R of 65535 is (1020·R + 32767) div 65535 of 1020 and, clamped, (R + 128) div 257 of 255.
template <int bits, int sample_bits>
__device__ TonePixel tone_pixel(const ToneTables<sample_bits>& tables, int steps, int sample) {
  if constexpr (sample_bits == 8) {
    const int level = bits > 1 ? sample * steps / 255 : 0;
    return {tables.words[0][sample], level};
  } else {
    const auto scaled = static_cast<std::uint32_t>(sample * steps);
    const auto level = bits > 1 ? static_cast<int>(scaled / 65535) : 0;
    const std::uint32_t rest = scaled - 65535 * static_cast<std::uint32_t>(level);
    const auto rounded = static_cast<int>((rest + 128) / 257);
    const auto in_1020 = static_cast<int>((1020 * rest + 32767) / 65535);
    const auto in_255 = in_1020 == 0 ? 0 : in_1020 == 1020 ? 255 : min(max(rounded, 1), 254);
    const bool inner = bits > 1 && is_beside_inner(level, in_255, steps + 1);
    return {with_amount(tables.words[inner][in_255], 32 * in_1020), level};
  }
}

/// Puts the words of samples, and with more than two levels the levels below them. `bits` are those of a plate's pixel.
template <std::size_t place, int bits, typename ASample>
class ToneWords {
 public:
  using Sample = ASample;
  static constexpr int sample_bits = 8 * sizeof(Sample);
  static constexpr int skew = tone_skew<place>;

  __device__ ToneWords(ToneFed<bits>& fed, const ToneTables<sample_bits>& tables, int levels)
      : fed_(fed), tables_(tables), steps_(levels - 1) {}

  template <int count>
  __device__ void put(const Stripe& stripe, int block, int row, int first, const std::uint32_t (&words)[count]) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    const std::int64_t column = std::int64_t{block} * block_steps - skew * (row + 1) + first;
    const auto begin = static_cast<int>(clamp(-column, 0, samples));
    const auto end = static_cast<int>(clamp(stripe.width - column, 0, samples));
    if (__all_sync(0xFFFFFFFF, begin == 0 && end == samples)) {
      put_words(block, row, first, words, [](int) { return true; });
    } else {
      put_words(block, row, first, words, [&](int i) { return i >= begin && i < end; });
    }
  }

 private:
  template <int count>
  static __device__ int sample_at(const std::uint32_t (&words)[count], int i) {
    if constexpr (sizeof(Sample) == 1) return static_cast<int>(words[i / 4] >> (i % 4 * 8) & 0xFF);
    return static_cast<int>(words[i / 2] >> (i % 2 * 16) & 0xFFFF);
  }

  // `is_inside` tells of which samples' columns are inside the page. All words are looked up before any is stored,
  // because the compiler does not know that the tables and the words do not overlap.
  template <int count, typename IsInside>
  __device__ void put_words(int block, int row, int first, const std::uint32_t (&words)[count],
                            IsInside is_inside) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    constexpr int word_pixels = 32 / bits;
    std::uint32_t found[samples];
    std::uint32_t levels[samples / word_pixels + 1] = {};
#pragma unroll
    for (int i = 0; i < samples; ++i) {
      const TonePixel pixel = tone_pixel<bits>(tables_, steps_, sample_at(words, i));
      found[i] = is_inside(i) ? pixel.word : tone_outside;
      std::uint32_t& packed = levels[i / word_pixels];
      if constexpr (bits > 1) packed = packed << bits | static_cast<std::uint32_t>(is_inside(i) ? pixel.level : 0);
    }
    auto* to = reinterpret_cast<uint4*>(&fed_.words[slot_of(block)][row][first]);
#pragma unroll
    for (int i = 0; i < samples; i += 4) to[i / 4] = {found[i], found[i + 1], found[i + 2], found[i + 3]};
    if constexpr (bits > 1) {
#pragma unroll
      for (int i = 0; i < samples; i += word_pixels)
        fed_.levels[slot_of(block)][row][(first + i) / word_pixels] = levels[i / word_pixels];
    }
  }

  ToneFed<bits>& fed_;
  const ToneTables<sample_bits>& tables_;
  int steps_;  // levels − 1
};

}  // namespace platerip::halftone::cuda
