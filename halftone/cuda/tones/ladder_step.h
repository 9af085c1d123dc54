// The arithmetic of a tone filter on plates with more than two levels (tone_ladder.h), on a GPU, for device and host.
// Floats hold the integers of the definition, as step.h says: sums and products are m plus the integer. Private to
// halftone/cuda/.
//
// Errors are limited to 16 bits in floats of 0 to 1, which takes one instruction: 0 is −32768, and 1 is 32767. An error
// is then less than 1/100 off, and 1/16 too large on purpose, so that its products are still rounded as they should be.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "halftone/cuda/tones/ladder_tables.h"
#include "halftone/cuda/tones/step.h"
#include "halftone/tone_filter.h"

namespace platerip::halftone::cuda {

/// The numbers of weights: those of step.h, and one for centred_weights.
inline constexpr int ladder_weights = tone_weights + 1;
inline constexpr int centred_number = tone_weights;

/// A pixel, as its step begins with it.
struct alignas(16) LadderPixel {
  /// The bits of the float A − tone_limit − m. A is the amount that the error counts.
  std::uint32_t start;
  /// A + the threshold of S.
  float threshold;
  /// W, in units of error_range.
  float step;
  /// The bits of the float of the seed; 0 if there is none. The number of the weights is in its last bits, where it
  /// changes a sum by less than a half.
  std::uint32_t seed;
};

constexpr int weights_of(const LadderPixel& pixel) {
  return static_cast<int>(pixel.seed >> number_shift & 31);
}
constexpr bool is_outside(const LadderPixel& pixel) {
  return weights_of(pixel) == 0;
}

/// A + U − m of a pixel, from the sum `came` of the row above. `limit` is as in limited_sum().
constexpr float start_of(const LadderPixel& pixel, std::uint32_t came, int limit) {
  return std::bit_cast<float>(pixel.start - static_cast<std::uint32_t>(limited_sum(came, limit)));
}

/// A seed that is added to a pixel's sums if the row above gives nothing.
constexpr float seed_of(const LadderPixel& pixel) {
  return std::bit_cast<float>(pixel.seed);
}

/// The arithmetic of the tone filter at this index of tone_filters.
template <std::size_t place>
struct LadderStep {
  using Pixel = LadderPixel;
  static constexpr ToneFilter filter = tone_filters[place];
  static constexpr bool is_fixed = false;
  static constexpr int weight_sets = ladder_weights;
  static constexpr int reach = ToneStep<place>::reach;
  static constexpr int skew = ToneStep<place>::skew;
  static_assert(centred_weights[5] == 0);
  static constexpr std::uint32_t zero_bits = tone_zero_bits;
  static constexpr int sum_of(std::uint32_t bits) { return static_cast<int>(bits - tone_zero_bits); }

  /// The weights with this number.
  static constexpr StepWeights weights(int number) {
    StepWeights all{};
    if (number == 0) return all;
    for (std::size_t tap = 0; tap < 6; ++tap) {
      const int weight = number == centred_number ? centred_weights[tap]
                                                  : filter.classes[static_cast<std::size_t>(number - 1)].weights[tap];
      all.w[tap] = static_cast<float>(weight) / 16;
    }
    return all;
  }

  /// The pixel of an amount, whose tone_seed() is `seed`.
  static constexpr LadderPixel pixel(const LadderTables& tables, const LadderAmount& amount, float seed) {
    const LadderTables::Class found = tables.classes[amount.place()];
    const float own_seed = amount.rest == 0 ? 0 : seed * amount.pair.seed_unit;
    return pixel(amount.above, tables.thresholds[amount.level][found.tone_class], amount.pair.step_of_range, own_seed,
                 amount.centred ? number_bits(centred_number) : found.weights);
  }
  static constexpr LadderPixel outside() { return pixel(0, 65536, 0, 0, number_bits(0)); }

  /// The seed that replaces a sum of 0. The number of the weights only makes a float longer.
  static constexpr int seed(const LadderPixel& pixel, std::int64_t /*x*/, std::int64_t /*y*/, int /*ink*/) {
    return static_cast<int>(seed_of(pixel));
  }
  /// A pixel of a stripe's first row, which has the limited sum of the row above.
  static constexpr LadderPixel with_sum(const LadderPixel& pixel, int sum) {
    return {pixel.start - static_cast<std::uint32_t>(sum + tone_limit), pixel.threshold, pixel.step,
            pixel.seed & number_bits(31)};
  }

  using Sums = typename ToneStep<place>::Sums;
  using Given = typename ToneStep<place>::Given;
  static constexpr Sums no_sums() {
    Sums sums{};
    for (float& sum : sums.of) sum = tone_zero;
    return sums;
  }

  /// Computes a pixel, of which A + S is `sum`. `left` becomes m + its product to the right.
  static constexpr Given quantise(float sum, const LadderPixel& pixel, const StepWeights& weights, float& left,
                                  const Sums& sums) {
    const float raised = std::fma(sum, 1 / error_range, -error_begin / error_range);
    const float ink = saturated_fma(1, sum, -pixel.threshold);
    const float limited = saturated_fma(ink, -pixel.step, raised);
    const float error = std::fma(limited, error_range, error_begin + 1.0F / 16);
    left = std::fma(error, weights.w[0], tone_zero);
    return {ink, error, std::fma(error, weights.w[reach + 2], sums.of[reach])};
  }

  /// Adds the products of an error to the sums of the next row that are not complete.
  static constexpr void give(float error, const StepWeights& weights, Sums& sums) {
    if constexpr (reach == 3) sums.of[3] = std::fma(error, weights.w[4], sums.of[2]);
    sums.of[2] = std::fma(error, weights.w[3], sums.of[1]);
    sums.of[1] = std::fma(error, weights.w[2], sums.of[0]);
    sums.of[0] = std::fma(error, weights.w[1], tone_zero);
  }

 private:
  static constexpr std::uint32_t start_bits = (tone_zero_bits | 0x80000000) + tone_limit;

  static constexpr LadderPixel pixel(int above, int threshold, float step, float seed, std::uint32_t number) {
    return {start_bits - static_cast<std::uint32_t>(above), float_of(above + threshold), step,
            std::bit_cast<std::uint32_t>(seed) | number};
  }

  // A whole number of less than 2^22, of either sign, as a float.
  static constexpr float float_of(int value) {
    return std::bit_cast<float>(tone_zero_bits + static_cast<std::uint32_t>(value)) - tone_zero;
  }
};

}  // namespace platerip::halftone::cuda
