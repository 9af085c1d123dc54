// Turns samples into the pixels that the steps of a tone filter begin with.
#pragma once

#include "halftone/cuda/tones/classes.cuh"
#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// Fills the tables of a Step. Every thread of the block calls this.
template <class Step>
__device__ void fill_tables(const Launch& launch, ToneTables& tables) {
  fill_weights<Step>(tables.weights);
  for (int i = threadIdx.x; i < 256; i += block_threads)
    tables.classes[i] = static_cast<std::uint8_t>(sizeof(std::uint32_t) * class_of(i));
  const int c = threadIdx.x;
  if (c >= 2 * tone_half) return;
  tables.thresholds[0][c] = Step::threshold(launch.outer[c], 1 + c % tone_half);
  tables.thresholds[1][c] = Step::threshold(launch.inner[c], 1 + c % tone_half);
}

/// A pixel as a step begins with it, and the level below its amount.
struct PixelAbove {
  TonePixel pixel;
  int level;
};

/// The pixel of a sample.
template <class Step, int bits, typename Sample>
__device__ PixelAbove pixel_of(const ToneTables& tables, int steps, int sample) {
  const Amount amount = amount_of<bits, Sample>(steps, sample);
  const bool inner = bits > 1 && is_beside_inner(amount.level, amount.in_255, steps + 1);
  const std::uint32_t threshold = *reinterpret_cast<const std::uint32_t*>(
      reinterpret_cast<const std::byte*>(tables.thresholds[inner]) + tables.classes[amount.in_255]);
  return {Step::pixel(amount.above, threshold), amount.level};
}

/// Puts the pixels of samples, with their seeds, and with more than two levels the levels below them. `bits` are those
/// of a plate's pixel.
template <std::size_t place, int bits, typename ASample>
class TonePixels {
 public:
  using Sample = ASample;
  using Step = ToneStep<place>;
  static constexpr int warps = tone_sample_warps;
  static constexpr int skew = tone_skew<place>;

  __device__ TonePixels(ToneFed<bits>& fed, const ToneTables& tables, int levels)
      : fed_(fed), tables_(tables), steps_(levels - 1) {}

  template <int count>
  __device__ void put(const Stripe& stripe, int block, int row, int first, const std::uint32_t (&words)[count]) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    const int column = block * block_steps - skew * (row + 1) + first;
    const auto width = static_cast<int>(stripe.width);
    const auto seed = [&](int i) { return start_of_seed(tone_seed(column + i, stripe.first_row + row, stripe.ink)); };
    if (__all_sync(0xFFFFFFFF, column >= 0 && column + samples <= width)) {
      put_pixels(block, row, first, words, seed, [](int) { return true; });
    } else {
      put_pixels(block, row, first, words, seed, [&](int i) { return column + i >= 0 && column + i < width; });
    }
  }

 private:
  template <int count>
  static __device__ int sample_at(const std::uint32_t (&words)[count], int i) {
    if constexpr (sizeof(Sample) == 1) return static_cast<int>(__byte_perm(words[i / 4], 0, 0x4440 + i % 4));
    return static_cast<int>(__byte_perm(words[i / 2], 0, i % 2 == 0 ? 0x4410 : 0x4432));
  }

  // `is_inside` tells of which samples' columns are inside the page. All pixels are looked up before any is stored,
  // because the compiler does not know that the tables and the pixels do not overlap.
  template <int count, typename Seed, typename IsInside>
  __device__ void put_pixels(int block, int row, int first, const std::uint32_t (&words)[count], Seed seed,
                             IsInside is_inside) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    constexpr int word_pixels = 32 / bits;
    TonePixel found[samples];
    std::uint32_t levels[samples / word_pixels + 1] = {};
#pragma unroll
    for (int i = 0; i < samples; ++i) {
      const auto [pixel, level] = pixel_of<Step, bits, Sample>(tables_, steps_, sample_at(words, i));
      found[i] = is_inside(i) ? pixel : Step::outside();
      if constexpr (tone_filters[place].seeded) {
        std::uint32_t given = seed(i);
        asm("" : "+r"(given));  // stops the compiler from branching around it
        found[i].start += is_seeded_pixel(found[i]) ? given : 0;
      }
      std::uint32_t& packed = levels[i / word_pixels];
      if constexpr (bits > 1) packed = packed << bits | static_cast<std::uint32_t>(is_inside(i) ? level : 0);
    }
#pragma unroll
    for (int i = 0; i < samples; i += 2) fed_.pixels[slot_of(block)][(first + i) / 2][row] = {found[i], found[i + 1]};
    if constexpr (bits > 1) {
#pragma unroll
      for (int i = 0; i < samples; i += word_pixels)
        fed_.levels[slot_of(block)][row][(first + i) / word_pixels] = levels[i / word_pixels];
    }
  }

  ToneFed<bits>& fed_;
  const ToneTables& tables_;
  int steps_;  // levels − 1
};

}  // namespace platerip::halftone::cuda
