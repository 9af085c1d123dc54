// The arithmetic of a tone filter on a GPU, for device and host. It gives the integers of tone_filter.h in floats,
// whose multiply-add rounds products and adds them up in one instruction. Private to halftone/cuda/.
//
// A float between 2^23 and 2^24 is a whole number. So with such a float m + U,
//
//     fma(w/16, e + 1/16, m + U)  =  m + U + ((w·e + 8) >> 4)
//
// exactly: w·e/16 is a multiple of 1/16, and the excess of w/256, at most 1/32, turns each half upwards. Sums and
// products are kept as such floats; their bits are those of m plus the integer.
//
// Where all classes have the same weights, this takes fewer steps: errors are kept as e + shift, which is positive, and
// weights have the excess as a factor of 1 + 2^-21. What the shift adds to the products is a whole number, which later
// terms take away. Sums are small enough not to be limited, and are kept as −m + U, so that they are added to the
// product of the left neighbour, m + P, as they are.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halftone/tone_filter.h"

namespace platerip::halftone::cuda {

/// m, the float of sums and products, and its bits.
inline constexpr float tone_zero = 12582912;
inline constexpr std::uint32_t tone_zero_bits = 0x4B400000;
static_assert(std::bit_cast<std::uint32_t>(tone_zero) == tone_zero_bits);

/// What is added to A + S, so that it is positive, and its thresholds are 32768 or more.
inline constexpr int tone_shift = 32896;

/// The number of a pixel's weights: 0 for columns outside the page, which give nothing, and 1 + c for half-class c.
inline constexpr int tone_weights = tone_half + 1;

/// A pixel, as its step begins with it.
struct alignas(8) TonePixel {
  /// With fixed weights, the bits of the float A + tone_shift. Otherwise A in the lower half, and in the upper half
  /// that of the seed's float, whose lower half is 0.
  std::uint32_t start;
  /// The bits of the float 4·(threshold of A + S + tone_shift) + f. The number of the pixel's weights is in the bits of
  /// the fraction f, which is less than 3.
  std::uint32_t threshold;
};
inline constexpr int threshold_shift = 8;  // one unit of a threshold
inline constexpr int number_shift = 3;
constexpr std::uint32_t number_bits(int number) {
  return static_cast<std::uint32_t>(number) << number_shift;
}

constexpr int weights_of(const TonePixel& pixel) {
  return static_cast<int>(pixel.threshold >> number_shift & 31);
}
constexpr bool is_outside(const TonePixel& pixel) {
  return weights_of(pixel) == 0;
}
/// Whether the pixel's class gets seeds.
constexpr bool is_seeded_pixel(const TonePixel& pixel) {
  return weights_of(pixel) > 1;
}

/// The sum U of a float m + U, limited, plus tone_limit. `limit` is twice tone_limit, or 0 to get 0.
constexpr int limited_sum(std::uint32_t sum, int limit) {
#ifdef __CUDA_ARCH__
  return __viaddmin_s32_relu(static_cast<int>(sum), tone_limit - static_cast<int>(tone_zero_bits), limit);
#else
  return std::max(std::min(static_cast<int>(sum) + tone_limit - static_cast<int>(tone_zero_bits), limit), 0);
#endif
}

/// `sum` less the lower half of a word.
constexpr std::uint32_t less_lower_half(std::uint32_t sum, std::uint32_t word) {
#ifdef __CUDA_ARCH__
  // A dot product leaves more time to the pipe that most other instructions on integers use.
  std::uint32_t result;
  asm("dp2a.lo.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(word), "r"(0xFF), "r"(sum));
  return result;
#else
  return sum - (word & 0xFFFF);
#endif
}

/// A + U + tone_shift − m of a pixel with weights of its own, from the sum `came` of the row above. The float is
/// negative, so subtracting from its bits adds to its value.
constexpr float start_of(const TonePixel& pixel, std::uint32_t came, int limit) {
  constexpr std::uint32_t base = (tone_zero_bits | 0x80000000) - (tone_shift - tone_limit);
  return std::bit_cast<float>(less_lower_half(base, pixel.start) -
                              static_cast<std::uint32_t>(limited_sum(came, limit)));
}

/// A seed that is added to a pixel's sums if the row above gives nothing.
constexpr float seed_of(const TonePixel& pixel) {
  return std::bit_cast<float>(pixel.start & 0xFFFF0000);
}
/// A seed as it is in a pixel's `start`.
constexpr std::uint32_t start_of_seed(int seed) {
  return std::bit_cast<std::uint32_t>(std::bit_cast<float>(tone_zero_bits + static_cast<std::uint32_t>(seed)) -
                                      tone_zero);
}

/// 1 if a value is m, else 0.
constexpr float is_zero(std::uint32_t sum) {
#ifdef __CUDA_ARCH__
  float result;
  asm("set.eq.f32.f32 %0, %1, %2;" : "=f"(result) : "f"(std::bit_cast<float>(sum)), "f"(tone_zero));
  return result;
#else
  return sum == tone_zero_bits ? 1.0F : 0.0F;
#endif
}

/// a·b + c, limited to 0 to 1.
constexpr float saturated_fma(float a, float b, float c) {
#ifdef __CUDA_ARCH__
  float result;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(a), "f"(b), "f"(c));
  return result;
#else
  return std::fmin(std::fmax(std::fma(a, b, c), 0.0F), 1.0F);
#endif
}

/// Adds `value` to `sum` if `takes` is not 0. A selection afterwards would take longer.
constexpr void add_if(int takes, float& sum, float value) {
#ifdef __CUDA_ARCH__
  asm("{\n\t.reg .pred takes;\n\tsetp.ne.s32 takes, %2, 0;\n\t@takes add.f32 %0, %0, %1;\n\t}"
      : "+f"(sum)
      : "f"(value), "r"(takes));
#else
  if (takes != 0) sum += value;
#endif
}

/// The weights of a pixel, as its step needs them.
struct StepWeights {
  float w[6];
};

/// The arithmetic of the tone filter at this index of tone_filters.
template <std::size_t place>
struct ToneStep {
  using Pixel = TonePixel;
  static constexpr int weight_sets = tone_weights;
  static constexpr ToneFilter filter = tone_filters[place];
  static constexpr bool has(int tap) {
    for (const ToneClass& each : filter.classes) {
      if (each.weights[static_cast<std::size_t>(tap)] > 0) return true;
    }
    return false;
  }
  static constexpr bool is_fixed = has_fixed_weights(filter);
  /// Columns after which the sum of a pixel below is complete.
  static constexpr int reach = has(5) ? 3 : 2;
  /// Columns by which each row stays behind the row above it: two steps for the shuffle of a sum, after the last column
  /// that gives to it.
  static constexpr int skew = reach + 2;
  static_assert(!is_fixed || largest_tone_sum(filter) <= tone_limit);
  /// A sum of 0, and sums as the bits of their floats.
  static constexpr float zero = is_fixed ? -tone_zero : tone_zero;
  static constexpr std::uint32_t zero_bits = std::bit_cast<std::uint32_t>(zero);
  static constexpr std::uint32_t bits_of(int sum) {
    return zero_bits + static_cast<std::uint32_t>(is_fixed ? -sum : sum);
  }
  static constexpr int sum_of(std::uint32_t bits) {
    return static_cast<int>(is_fixed ? zero_bits - bits : bits - zero_bits);
  }
  static constexpr float excess = is_fixed ? 1 + 1.0F / (1 << 21) : 1;

  /// A weight as a factor of errors.
  static constexpr float factor(int weight) { return static_cast<float>(weight) / 16 * excess; }

  /// The weights with this number (tone_word).
  static constexpr StepWeights weights(int number) {
    StepWeights all{};
    if (number == 0 && !is_fixed) return all;
    for (std::size_t tap = 0; tap < 6; ++tap)
      all.w[tap] = factor(filter.classes[static_cast<std::size_t>(std::max(number - 1, 0))].weights[tap]);
    return all;
  }

  /// The threshold of a pixel without its amount: that of S, and the number of the weights.
  static constexpr std::uint32_t threshold(int of_sum, int number) {
    return (0x48000000U + (static_cast<std::uint32_t>(of_sum + 128) << threshold_shift)) | number_bits(number);
  }
  static constexpr TonePixel pixel(int above, std::uint32_t threshold) {
    const auto amount = static_cast<std::uint32_t>(above);
    return {is_fixed ? std::bit_cast<std::uint32_t>(static_cast<float>(tone_shift)) + (amount << 8) : amount,
            threshold + (amount << threshold_shift)};
  }
  /// A pixel of a stripe's first row, which has the limited sum of the row above.
  static constexpr TonePixel with_sum(const TonePixel& pixel, int sum) {
    if (is_fixed)
      return {std::bit_cast<std::uint32_t>(std::bit_cast<float>(pixel.start) + (static_cast<float>(sum) - tone_zero)),
              pixel.threshold};
    return {(pixel.start & 0xFFFF) + static_cast<std::uint32_t>(sum + tone_limit), pixel.threshold};
  }
  static constexpr TonePixel outside() { return pixel(0, threshold(32767, 0)); }

  /// The seed of the pixel in column x and row y of the page.
  static constexpr int seed(const TonePixel& pixel, std::int64_t x, std::int64_t y, int ink) {
    return filter.seeded && is_seeded_pixel(pixel) ? tone_seed(x, y, ink) : 0;
  }

  /// Sums of the next row that are not complete: sums[k] is that of column x − k, with taps 1 to k + 1.
  struct Sums {
    float of[reach + 1];
  };
  static constexpr Sums no_sums() {
    Sums sums{};
    for (int k = 0; k <= reach; ++k) sums.of[k] = no_sum(k + 1);
    return sums;
  }

  /// What a pixel gives.
  struct Given {
    float ink;       // 1 if there is ink, else 0
    float error;     // as products take it
    float complete;  // the sum of the next row that is now complete, of column x − reach
  };

  /// Computes a pixel, of which A + S + tone_shift is `sum`. `left` becomes m + its product to the right.
  static constexpr Given quantise(float sum, const TonePixel& pixel, const StepWeights& weights, float& left,
                                  const Sums& sums) {
    const float ink = saturated_fma(4, sum, -std::bit_cast<float>(pixel.threshold));
    if constexpr (is_fixed) {
      left = product<0>(sum, ink, tone_zero - shift_of(0));
      return {ink, std::fma(ink, -static_cast<float>(tone_step), sum), product<reach + 2>(sum, ink, sums.of[reach])};
    } else {
      const float error = std::fma(ink, -static_cast<float>(tone_step), sum + (no_error - tone_shift));
      left = std::fma(error, weights.w[0], tone_zero);
      return {ink, error, std::fma(error, weight<reach + 2>(weights), sums.of[reach])};
    }
  }

  /// What a column outside the page gives, with fixed weights.
  static constexpr Given nothing(const Sums& sums) {
    return {0, no_error, std::fma(no_error, factor(filter.classes[0].weights[reach + 2]), sums.of[reach])};
  }

  /// Adds the products of an error to the sums of the next row that are not complete.
  static constexpr void give(float error, const StepWeights& weights, Sums& sums) {
    if constexpr (reach == 3) sums.of[3] = std::fma(error, weight<4>(weights), sums.of[2]);
    sums.of[2] = std::fma(error, weight<3>(weights), sums.of[1]);
    sums.of[1] = std::fma(error, weight<2>(weights), sums.of[0]);
    sums.of[0] = std::fma(error, weight<1>(weights), no_sum(0));
  }

  /// An error of 0, and a sum of 0 of which `taps` products of such errors are there.
  static constexpr float no_error = is_fixed ? tone_shift : 1.0F / 16;
  static constexpr float no_sum(int taps) {
    float sum = zero;
    for (int tap = taps + 1; tap <= 5; ++tap) sum -= shift_of(tap);
    return sum;
  }

 private:
  template <int tap>
  static constexpr float weight(const StepWeights& weights) {
    return is_fixed ? factor(filter.classes[0].weights[tap]) : weights.w[tap];
  }

  // A sum plus the product of an error with a fixed weight. The product of a whole step is a whole number, so it can be
  // subtracted after the rounding.
  template <int tap>
  static constexpr float product(float sum, float ink, float to) {
    constexpr int weight = filter.classes[0].weights[tap];
    return std::fma(ink, -static_cast<float>(tone_step / 16 * weight), std::fma(sum, factor(weight), to));
  }

  // What the shift of fixed errors adds to a product.
  static constexpr float shift_of(std::size_t tap) {
    return is_fixed ? static_cast<float>(tone_shift / 16 * filter.classes[0].weights[tap]) : 0.0F;
  }
};

/// The skew of all kernels of a tone filter.
template <std::size_t place>
inline constexpr int tone_skew = ToneStep<place>::skew;

}  // namespace platerip::halftone::cuda
