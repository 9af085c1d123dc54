// Turns samples into the pixels that the steps of a tone filter with two levels begin with.
#pragma once

#include "halftone/cuda/tones/classes.cuh"
#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// Fills the tables of a Step. Every thread of the block calls this.
template <class Step>
__device__ void fill_tables(const Launch& launch, ToneTables& tables) {
  for (int i = threadIdx.x; i < 256; i += block_threads)
    tables.classes[i] = static_cast<std::uint8_t>(sizeof(std::uint32_t) * class_of(i));
  const int c = threadIdx.x;
  if (c < 2 * tone_half) tables.thresholds[c] = Step::threshold(launch.outer[c], 1 + c % tone_half);
}

/// Puts the pixels of samples, with their seeds, on plates of two levels.
template <std::size_t place, typename ASample>
class TonePixels {
 public:
  using Sample = ASample;
  using Step = ToneStep<place>;
  using Tables = ToneTables;
  static constexpr int bits = 1;
  using Fed = ToneFed<TonePixel, bits>;
  static constexpr int at_a_time = shared_by;
  static constexpr int warps = tone_sample_warps;
  static constexpr int skew = Step::skew;

  __device__ TonePixels(Fed& fed, const ToneTables& tables) : fed_(fed), tables_(tables) {}

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
  __device__ TonePixel pixel_of(int sample) const {
    const Amount amount = amount_of<Sample>(sample);
    const std::uint32_t threshold = *reinterpret_cast<const std::uint32_t*>(
        reinterpret_cast<const std::byte*>(tables_.thresholds) + tables_.classes[amount.in_255]);
    return Step::pixel(amount.above, threshold);
  }

  // `is_inside` tells of which samples' columns are inside the page. All pixels are looked up before any is stored,
  // because the compiler does not know that the tables and the pixels do not overlap.
  template <int count, typename Seed, typename IsInside>
  __device__ void put_pixels(int block, int row, int first, const std::uint32_t (&words)[count], Seed seed,
                             IsInside is_inside) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    TonePixel found[samples];
#pragma unroll
    for (int i = 0; i < samples; ++i) {
      const TonePixel pixel = pixel_of(sample_at<Sample>(words, i));
      found[i] = is_inside(i) ? pixel : Step::outside();
      if constexpr (Step::filter.seeded) {
        std::uint32_t given = seed(i);
        asm("" : "+r"(given));  // stops the compiler from branching around it
        found[i].start += is_seeded_pixel(found[i]) ? given : 0;
      }
    }
#pragma unroll
    for (int i = 0; i < samples; i += Fed::at_a_time)
      fed_.some(slot_of(block), row, first + i) = {found[i], found[i + 1]};
  }

  Fed& fed_;
  const ToneTables& tables_;
};

}  // namespace platerip::halftone::cuda
