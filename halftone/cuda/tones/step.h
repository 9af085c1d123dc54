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

/// What is added to A + S before it is compared with the threshold, so that both are positive.
inline constexpr int tone_shift = 81920;

/// A pixel: its threshold of A + S in the upper half, and A plus the number of its weights in the lower half. Number 0
/// is for columns outside the page, which give nothing, and number 1 + c for half-class c.
constexpr std::uint32_t tone_word(int above, int threshold, int weights) {
  return static_cast<std::uint32_t>(above + threshold + (tone_shift - 65536)) << 16 |
         static_cast<std::uint32_t>(above + weights);
}
inline constexpr std::uint32_t tone_outside = tone_word(0, 32767, 0);
inline constexpr int tone_weights = tone_half + 1;

constexpr int weights_of(std::uint32_t word) {
  return static_cast<int>(word & 31);
}
constexpr bool is_outside(std::uint32_t word) {
  return weights_of(word) == 0;
}
/// Whether the pixel's class gets seeds.
constexpr bool is_seeded_word(std::uint32_t word) {
  return (word & 30) != 0;
}

/// What A + S + tone_shift must exceed for ink: a float from 65536 on, with a fraction that does not matter.
constexpr float threshold_of(std::uint32_t word) {
  return std::bit_cast<float>((word >> 9) + 0x47800000);
}

/// The sum U of a float m + U, limited, plus tone_limit. `limit` is twice tone_limit, or 0 to get 0.
constexpr int limited_sum(std::uint32_t sum, int limit) {
#ifdef __CUDA_ARCH__
  return __viaddmin_s32_relu(static_cast<int>(sum), tone_limit - static_cast<int>(tone_zero_bits), limit);
#else
  return std::max(std::min(static_cast<int>(sum) + tone_limit - static_cast<int>(tone_zero_bits), limit), 0);
#endif
}

/// The bits of U + tone_shift − m for the sum U. This float is negative, so subtracting from its bits adds to its
/// value.
constexpr std::uint32_t base_of(int sum) {
  return (tone_zero_bits | 0x80000000) - tone_shift - static_cast<std::uint32_t>(sum);
}
/// The base for what limited_sum() returns.
inline constexpr std::uint32_t limited_base = base_of(-tone_limit);

/// A + U + tone_shift − m, from a base and what is added to it.
constexpr float start_of(std::uint32_t base, std::uint32_t word, int limited) {
  return std::bit_cast<float>(base - (word & 0xFFE0) - static_cast<std::uint32_t>(limited));
}

/// The same as base − factor·A. With `small_base` and `small_factor` it is A + tone_shift, without U.
constexpr float start_of_fixed(std::uint32_t base, std::uint32_t word, int factor) {
  return std::bit_cast<float>(base - (word & 0xFFE0) * static_cast<std::uint32_t>(factor));
}
inline constexpr int small_factor = -128;
inline constexpr std::uint32_t small_base = std::bit_cast<std::uint32_t>(static_cast<float>(tone_shift));

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

  /// Computes a pixel, of which A + S + tone_shift is `sum`. `left` becomes m + its product to the right, and `error`
  /// its error. Returns 1 if there is ink, else 0.
  static constexpr float quantise(float sum, std::uint32_t word, const StepWeights& weights, float& left,
                                  float& error) {
    const float ink = exceeds(sum, threshold_of(word));
    if constexpr (is_fixed) {
      constexpr int weight = filter.classes[0].weights[0];
      const float without = std::fma(sum, factor(weight), tone_zero - shift_of(0));
      left = std::fma(ink, -static_cast<float>(tone_step / 16 * weight), without);
      error = std::fma(ink, -static_cast<float>(tone_step), sum);
    } else {
      error = std::fma(ink, -static_cast<float>(tone_step), sum + (no_error - tone_shift));
      left = std::fma(error, weights.w[0], tone_zero);
    }
    return ink;
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

  /// Adds the products of an error to the sums of the next row. Returns the sum that they complete, of column x −
  /// reach.
  static constexpr float give(float error, const StepWeights& weights, Sums& sums) {
    const float complete = std::fma(error, weight<reach + 2>(weights), sums.of[reach]);
    if constexpr (reach == 3) sums.of[3] = std::fma(error, weight<4>(weights), sums.of[2]);
    sums.of[2] = std::fma(error, weight<3>(weights), sums.of[1]);
    sums.of[1] = std::fma(error, weight<2>(weights), sums.of[0]);
    sums.of[0] = std::fma(error, weight<1>(weights), no_sum(0));
    return complete;
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

  // What the shift of fixed errors adds to a product.
  static constexpr float shift_of(std::size_t tap) {
    return is_fixed ? static_cast<float>(tone_shift / 16 * filter.classes[0].weights[tap]) : 0.0F;
  }
};

/// Columns by which each row stays behind the row above it: two steps for the shuffle of a sum, after the last column
/// that gives to it.
template <std::size_t place>
inline constexpr int tone_skew = ToneStep<place>::reach + 2;

}  // namespace platerip::halftone::cuda
