// The arithmetic of a pixel with planes beside it (even_inks.h) on a GPU, for device and host. It gives the integers of
// the definition in floats, as tones/step.h does. Private to halftone/cuda/.
//
// m is tone_zero. Products and the pixel's own sums are m plus the integer. Sums of overlaps are m + 32768 plus the
// integer, so that the lower halves of their bits are never 0. All errors are 1/16 too large, so that halves are
// rounded up. S_o + 32768 is never negative. Half of it is therefore rounded down if its factor is a little less than a
// half.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halftone/cuda/tones/step.h"
#include "halftone/even_inks.h"

namespace platerip::halftone::cuda {

inline constexpr int overlap_offset = 32768;

/// A sum of an overlap of 0, and its bits.
inline constexpr float overlap_zero = tone_zero + overlap_offset;
inline constexpr std::uint32_t overlap_zero_bits = tone_zero_bits + overlap_offset;
static_assert(std::bit_cast<std::uint32_t>(overlap_zero) == overlap_zero_bits);
static_assert(largest_overlap_sum < overlap_offset);

/// What is added to A + S before it is compared with the threshold, so that both are positive.
inline constexpr int even_shift = 81920;

/// A pixel's own word: its threshold of A + S in the upper half, and A plus the number of its weights (tones/step.h) in
/// the lower half.
constexpr std::uint32_t even_word(int above, int threshold, int weights) {
  return static_cast<std::uint32_t>(above + threshold + (even_shift - 65536)) << 16 |
         static_cast<std::uint32_t>(above + weights);
}
/// The word of columns outside the page.
inline constexpr std::uint32_t even_outside = even_word(0, 32767, 0);

constexpr int weights_of(std::uint32_t word) {
  return static_cast<int>(word & 31);
}
/// Whether the pixel's class gets seeds.
constexpr bool is_seeded_word(std::uint32_t word) {
  return weights_of(word) > 1;
}

/// What A + S + even_shift must exceed for ink: a float from 65536 on, with a fraction that does not matter.
constexpr float threshold_of(std::uint32_t word) {
  return std::bit_cast<float>((word >> 9) + 0x47800000);
}

/// A + U + even_shift − m. This float is negative, so subtracting from its bits adds to its value.
constexpr float start_of(std::uint32_t word, int sum) {
  constexpr std::uint32_t base = (tone_zero_bits | 0x80000000) - even_shift;
  return std::bit_cast<float>(base - (word & 0xFFE0) - static_cast<std::uint32_t>(sum));
}

/// 1 if `value` exceeds `threshold`, else 0.
constexpr float exceeds(float value, float threshold) {
#ifdef __CUDA_ARCH__
  float result;
  asm("set.gt.f32.f32 %0, %1, %2;" : "=f"(result) : "f"(value), "f"(threshold));
  return result;
#else
  return value > threshold ? 1.0F : 0.0F;
#endif
}

/// The half word of an overlap: A_o, and p in the highest bit. 0 if there is no overlap.
constexpr std::uint32_t overlap_half(int above, int above_beside, bool has_ink) {
  const int amount = overlap_amount(above, above_beside);
  return static_cast<std::uint32_t>(amount) | (has_ink && amount > 0 ? 0x8000 : 0);
}

/// The sums that the row above gives to a column, in two words that are not 0. One word has the sum of the pixel in its
/// upper half and that of its first overlap in the lower half. The other is the second overlap's float. They go from
/// lane to lane and from stripe to stripe.
struct SumWords {
  std::uint32_t of[2];
};
constexpr SumWords sum_words_of(std::uint32_t own, std::uint32_t first, std::uint32_t second) {
  return {own << 16 | (first & 0xFFFF), second};
}
constexpr int own_sum(const SumWords& words) {
  return static_cast<int>(words.of[0]) >> 16;
}
constexpr float overlap_sum(const SumWords& words, int overlap) {
  return std::bit_cast<float>(overlap == 0 ? tone_zero_bits | (words.of[0] & 0xFFFF) : words.of[1]);
}
/// Both words if the sums are not there.
inline constexpr std::uint32_t no_sum_word = overlap_zero_bits;

/// Seeds in a byte, of which no_seed is 0: U is replaced by the seed if it is 0.
inline constexpr int no_seed = 80;
constexpr int seed_byte(int seed) {
  return seed / 32 + no_seed;
}
constexpr int seed_of(int byte) {
  return 32 * (byte - no_seed);
}

/// Limits a value to 0 to 1.
constexpr float saturated(float value) {
#ifdef __CUDA_ARCH__
  return __saturatef(value);
#else
  return std::fmin(std::fmax(value, 0.0F), 1.0F);
#endif
}

/// What a pixel begins with.
struct EvenPixel {
  std::uint32_t word;      // even_word()
  std::uint32_t overlaps;  // two overlap_half(), the first one in the lower half
  int seed;                // 0 if there is none
};

/// An overlap of a pixel.
struct OverlapTerms {
  float amount;  // A_o + 1/16 − 32768
  float ink;     // p
  float sign;    // the threshold is lowered by this factor (−1, 0 or 1) times half of S_o
  float more;    // and raised by this number
};
constexpr OverlapTerms terms_of(std::uint32_t half) {
  const float word = std::bit_cast<float>(tone_zero_bits | half);
  const float ink = saturated(word - (tone_zero + 32767));
  const float amount = std::fma(ink, -32768.0F, word - tone_zero);
  const float any = saturated(amount);
  return {amount + (1.0F / 16 - 32768), ink, std::fma(2.0F, ink, -any), any - ink};
}

/// The arithmetic of the tone filter at this index of tone_filters.
template <std::size_t place>
struct EvenStep {
  static constexpr int reach = ToneStep<place>::reach;

  /// The weights with this number (even_word).
  static constexpr StepWeights weights(int number) {
    StepWeights all{};
    for (std::size_t tap = 0; tap < 6 && number > 0; ++tap)
      all.w[tap] =
          static_cast<float>(tone_filters[place].classes[static_cast<std::size_t>(number - 1)].weights[tap]) / 16;
    return all;
  }

  /// Sums of the next row that are not complete, that of column x − k at k.
  struct Sums {
    float of[reach + 1];
  };

  /// What a row carries from pixel to pixel: m + the products to the right, and sums of the next row. 0 is the pixel's
  /// own, 1 and 2 are those of its overlaps.
  struct Chain {
    float left[1 + max_beside];
    Sums sums[1 + max_beside];
  };
  static constexpr Chain no_chain() {
    Chain chain{};
    for (std::size_t i = 0; i <= max_beside; ++i) {
      chain.left[i] = tone_zero;
      for (float& sum : chain.sums[i].of) sum = i == 0 ? tone_zero : overlap_zero;
    }
    return chain;
  }

  /// Computes a pixel. `ink` becomes 1 if it has ink, else 0. Returns the sums that it completes, of column x − reach.
  static constexpr SumWords step(const EvenPixel& pixel, const StepWeights& weights, const SumWords& came, Chain& chain,
                                 float& ink) {
    const int above = own_sum(came) == 0 ? pixel.seed : limited(own_sum(came));
    const float sum = chain.left[0] + start_of(pixel.word, above);
    const OverlapTerms overlaps[] = {terms_of(pixel.overlaps & 0xFFFF), terms_of(pixel.overlaps >> 16)};
    const float overlap_sums[] = {limited_overlap(chain.left[1], overlap_sum(came, 0)),
                                  limited_overlap(chain.left[2], overlap_sum(came, 1))};
    float threshold = threshold_of(pixel.word) + (overlaps[0].more + overlaps[1].more);
    threshold = std::fma(-overlaps[0].sign, half_of(overlap_sums[0]), threshold);
    threshold = std::fma(-overlaps[1].sign, half_of(overlap_sums[1]), threshold);
    ink = exceeds(sum, std::fmin(std::fmax(threshold, -128.0F + even_shift), 32767.0F + even_shift));
    const float error = std::fma(ink, -static_cast<float>(tone_step), sum + (1.0F / 16 - even_shift));
    chain.left[0] = std::fma(error, weights.w[0], tone_zero);
    const float own = give(error, weights.w, tone_zero, chain.sums[0]);
    // Outside the page there are no errors.
    const float inside = saturated(std::bit_cast<float>(0x4B000000 | (pixel.word & 31)) - 8388608.0F);
    const float most = std::fma(inside, 32767.0F, 1.0F / 16), least = std::fma(inside, -32768.0F, 1.0F / 16);
    constexpr float factors[] = {overlap_factor(0), overlap_factor(1), overlap_factor(2),
                                 overlap_factor(3), overlap_factor(4), overlap_factor(5)};
    float complete[max_beside];
    for (std::size_t i = 0; i < max_beside; ++i) {
      const float both = overlaps[i].ink * -static_cast<float>(tone_step);
      const float all = std::fma(ink, both, overlap_sums[i] + overlaps[i].amount);
      const float overlap_error = std::fmax(std::fmin(all, most), least);
      chain.left[1 + i] = std::fma(overlap_error, factors[0], tone_zero);
      complete[i] = give(overlap_error, factors, overlap_zero, chain.sums[1 + i]);
    }
    return sum_words_of(std::bit_cast<std::uint32_t>(own), std::bit_cast<std::uint32_t>(complete[0]),
                        std::bit_cast<std::uint32_t>(complete[1]));
  }

 private:
  static constexpr float overlap_factor(std::size_t tap) { return static_cast<float>(overlap_weights[tap]) / 16; }

  // Not std::clamp(): a device cannot refer to a constant of the host.
  static constexpr int limited(int sum) {
    return sum < -tone_limit ? -tone_limit : sum > tone_limit ? tone_limit : sum;
  }

  // S_o + 32768.
  static constexpr float limited_overlap(float left, float came) {
    return std::fmin(left + (came - 2 * tone_zero), 32767.0F + overlap_offset);
  }

  // S_o >> 1, of S_o + 32768.
  static constexpr float half_of(float sum) {
    return std::fma(sum, 0.5F - 1.0F / (1 << 23), tone_zero) - (tone_zero + overlap_offset / 2);
  }

  // Adds the products of an error to the sums of the next row. Returns the sum that they complete.
  static constexpr float give(float error, const float (&weights)[6], float zero, Sums& sums) {
    const float complete = std::fma(error, weights[reach + 2], sums.of[reach]);
    if constexpr (reach == 3) sums.of[3] = std::fma(error, weights[4], sums.of[2]);
    sums.of[2] = std::fma(error, weights[3], sums.of[1]);
    sums.of[1] = std::fma(error, weights[2], sums.of[0]);
    sums.of[0] = std::fma(error, weights[1], zero);
    return complete;
  }
};

}  // namespace platerip::halftone::cuda
