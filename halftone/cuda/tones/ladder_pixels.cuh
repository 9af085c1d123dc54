// Turns samples into the pixels that the steps of a tone filter begin with, on plates with more than two levels.
#pragma once

#include "halftone/cuda/tones/fed.cuh"
#include "halftone/cuda/tones/ladder_step.h"
#include "halftone/cuda/wavefront/samples.cuh"

namespace platerip::halftone::cuda {

/// Copies the tables of a launch. Every thread of the block calls this.
template <class Step>
__device__ void fill_tables(const Launch& launch, LadderTables& tables) {
  const auto* const from = reinterpret_cast<const uint4*>(launch.ladder);
  auto* const to = reinterpret_cast<uint4*>(&tables);
  for (int i = threadIdx.x; i < static_cast<int>(sizeof(LadderTables) / sizeof(uint4)); i += block_threads)
    to[i] = from[i];
}

/// Puts the pixels of samples, with their seeds, and the levels below them. `plate_bits` are those of a plate's pixel.
template <std::size_t place, int plate_bits, typename ASample>
class LadderPixels {
 public:
  using Sample = ASample;
  using Step = LadderStep<place>;
  using Tables = LadderTables;
  static constexpr int bits = plate_bits;
  static constexpr int at_a_time = 2;  // thread blocks; the pixels of three do not fit a multiprocessor
  using Fed = ToneFed<LadderPixel, bits>;
  static constexpr int warps = tone_sample_warps;
  static constexpr int skew = Step::skew;

  __device__ LadderPixels(Fed& fed, const LadderTables& tables) : fed_(fed), tables_(tables) {}

  template <int count>
  __device__ void put(const Stripe& stripe, int block, int row, int first, const std::uint32_t (&words)[count]) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    const int column = block * block_steps - skew * (row + 1) + first;
    const auto width = static_cast<int>(stripe.width);
    if (__all_sync(0xFFFFFFFF, column >= 0 && column + samples <= width)) {
      put_pixels(stripe, block, column, row, first, words, [](int) { return true; });
    } else {
      put_pixels(stripe, block, column, row, first, words,
                 [&](int i) { return column + i >= 0 && column + i < width; });
    }
  }

 private:
  // The plane's mask at some columns of a row.
  template <int columns>
  class Mask {
   public:
    __device__ Mask(const Stripe& stripe, int column, int row) : shift_(8 * (column % 4U)) {
      const auto y = static_cast<unsigned>(stripe.first_row + row) % mask_side;
      const std::byte* const from = stripe.mask + y * mask_row + static_cast<unsigned>(column) % mask_side / 4 * 4;
#pragma unroll
      for (int i = 0; i <= columns / 4; ++i) words_[i] = __ldg(reinterpret_cast<const std::uint32_t*>(from) + i);
    }

    [[nodiscard]] __device__ int at(int i) const {
      const std::uint32_t four = __funnelshift_r(words_[i / 4], words_[i / 4 + 1], shift_);
      return static_cast<int>(__byte_perm(four, 0, 0x4440 + i % 4));
    }

   private:
    unsigned shift_;
    std::uint32_t words_[columns / 4 + 1];
  };

  // `is_inside` tells of which samples' columns are inside the page. All pixels are looked up before any is stored,
  // because the compiler does not know that the tables and the pixels do not overlap.
  template <int count, typename IsInside>
  __device__ void put_pixels(const Stripe& stripe, int block, int column, int row, int first,
                             const std::uint32_t (&words)[count], IsInside is_inside) const {
    constexpr int samples = count * 4 / sizeof(Sample);
    constexpr int word_pixels = 32 / bits;
    const Mask<samples> mask(stripe, column, row);
    LadderPixel found[samples];
    std::uint32_t levels[(samples + word_pixels - 1) / word_pixels] = {};
#pragma unroll
    for (int i = 0; i < samples; ++i) {
      const LadderAmount amount = ladder_amount<8 * sizeof(Sample)>(tables_, sample_at<Sample>(words, i), mask.at(i));
      float given = seed(stripe, column + i, row);
      asm("" : "+f"(given));  // stops the compiler from branching around it
      const LadderPixel pixel = Step::pixel(tables_, amount, given);
      found[i] = is_inside(i) ? pixel : Step::outside();
      std::uint32_t& packed = levels[i / word_pixels];
      packed = packed << bits | static_cast<std::uint32_t>(is_inside(i) ? amount.level : 0);
    }
#pragma unroll
    for (int i = 0; i < samples; ++i) fed_.pixel(slot_of(block), row, first + i) = found[i];
#pragma unroll
    for (int i = 0; i < samples; i += word_pixels)
      fed_.levels[slot_of(block)][row][(first + i) / word_pixels] = levels[i / word_pixels];
  }

  static __device__ float seed(const Stripe& stripe, int column, int row) {
    if constexpr (!Step::filter.seeded) return 0;
    return std::bit_cast<float>(start_of_seed(tone_seed(column, stripe.first_row + row, stripe.ink)));
  }

  Fed& fed_;
  const LadderTables& tables_;
};

}  // namespace platerip::halftone::cuda
