// The tone filters: error collection whose threshold depends on the tone, so that the mean error is close to 0 at every
// tone. In the filter `tone`, the weights depend on the tone too. This file has the filters' tables, and defines their
// results bit for bit, for plates of two levels; tone_ladder.h has those of more. Nothing here throws.
//
// Amounts, errors e and sums are integers in units of 1/32640 of solid. For a pixel in column x:
//
//     j, A, class  = tone_amount()                   the level below, the amount above that level, and the tone's class
//     U            = Σ of the five products that the pixels of the row above give to column x
//     U            = tone_seed() if U = 0, where the filter and the class are seeded (is_seeded)
//     S            = U, limited to −16383 to 16383, + product of the pixel to the left
//     p            = 1 if S > threshold(class), else 0
//     level        = j + p
//     e            = A + S − 32640·p
//
// The pixel then gives the products (w·e + 8) >> 4, with the weights w of its own class, to its right neighbour and to
// columns x + 1, x, x − 1, x − 2 and x − 3 of the next row. Products that leave the page are dropped, and at the top of
// the page U is 0.
//
// The threshold is compared with S, not with A + S. A + S is thus compared with A + threshold(class), which grows
// linearly with the tone within a class. This keeps the mean error close to 0.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace platerip::halftone {

/// The step from paper to solid, in the units of errors.
inline constexpr int tone_step = 32640;

/// The amount above a level, as r of 0 to 255, is classed by its distance m = min(r, 255 − r) from the nearer level.
/// Half-class c begins at m = tone_starts[c]. Half-class 0 is paper, which never gets ink, or solid, which always does.
/// A class is a half-class, plus tone_half where r > 127. Starts from 16 on are multiples of 4, because the CPU's
/// look-up needs this.
inline constexpr int tone_half = 16;
inline constexpr std::array<int, tone_half> tone_starts{0, 1, 2, 6, 16, 36, 52, 60, 64, 72, 76, 84, 88, 100, 108, 116};

/// The parameters of one half-class.
struct ToneClass {
  int threshold;  ///< ink where S >= threshold or, if r > 127, S > −threshold; a multiple of 256
  std::array<int, 6>
      weights;  ///< in 16ths: to the right, then to columns x + 1, x, x − 1, x − 2, x − 3 of the next row
};

/// A tone filter.
struct ToneFilter {
  std::string_view name;
  std::string_view title;  // for print dialogs
  std::string_view source;
  bool seeded;  // see tone_seed()
  std::array<ToneClass, tone_half> classes;
};

inline constexpr std::array<int, 6> centred_weights{7, 1, 4, 3, 1, 0};

/// The table of tone filters. In flat areas of every tone, the thresholds keep the mean of S within a few 1/255 of 0.
inline constexpr std::array tone_filters{
    ToneFilter{.name = "centred",
               .title = "Centred",
               .source = "one set of weights, after Floyd and Steinberg and Fan; the threshold follows the tone",
               .seeded = false,
               .classes = {{{0, centred_weights},
                            {3584, centred_weights},
                            {4352, centred_weights},
                            {4864, centred_weights},
                            {5120, centred_weights},
                            {4608, centred_weights},
                            {4096, centred_weights},
                            {4352, centred_weights},
                            {2560, centred_weights},
                            {3072, centred_weights},
                            {3584, centred_weights},
                            {3328, centred_weights},
                            {2816, centred_weights},
                            {2816, centred_weights},
                            {2304, centred_weights},
                            {2304, centred_weights}}}},
    ToneFilter{.name = "tone",
               .title = "Tone-dependent",
               .source = "weights and threshold follow the tone, after V. Ostromoukhov, \"A simple and efficient "
                         "error-diffusion algorithm\", SIGGRAPH 2001, and P. Li and J. P. Allebach, \"Tone-dependent "
                         "error diffusion\", IEEE Trans. Image Processing 13, 2004",
               .seeded = true,
               .classes = {{{0, {8, 2, 2, 2, 1, 1}},
                            {2816, {8, 2, 2, 2, 1, 1}},
                            {3840, {8, 0, 5, 1, 1, 1}},
                            {4864, {8, 0, 4, 2, 1, 1}},
                            {4864, {7, 1, 4, 2, 1, 1}},
                            {4608, {6, 2, 5, 2, 1, 0}},
                            {4608, {7, 0, 5, 3, 1, 0}},
                            {4096, {7, 2, 2, 4, 1, 0}},
                            {3840, {7, 2, 2, 4, 0, 1}},
                            {4352, {8, 2, 2, 3, 0, 1}},
                            {2048, {5, 3, 4, 4, 0, 0}},
                            {3072, {7, 2, 4, 2, 1, 0}},
                            {3584, {8, 1, 3, 3, 1, 0}},
                            {3072, {7, 2, 4, 2, 1, 0}},
                            {2560, {8, 1, 3, 3, 1, 0}},
                            {3072, {8, 1, 3, 2, 1, 1}}}}},
};

/// The class, 0 to 31, of each r of 0 to 255.
inline constexpr std::array<std::uint8_t, 256> tone_classes = [] {
  std::array<std::uint8_t, 256> classes{};
  for (int r = 0; r < 256; ++r) {
    const auto half_class = std::ranges::upper_bound(tone_starts, std::min(r, 255 - r)) - tone_starts.begin() - 1;
    classes[static_cast<std::size_t>(r)] = static_cast<std::uint8_t>(half_class + (r > 127 ? tone_half : 0));
  }
  return classes;
}();

/// An ink amount: the level below it, the amount above that level (a multiple of 32), and the class of the amount
/// above.
struct ToneAmount {
  int level = 0;
  int above = 0;
  int tone_class = 0;
};

/// The amount of a sample of 0 to `max`, which is 255 or 65535. 8-bit samples convert exactly. 16-bit samples are
/// rounded to 1/1020 of solid, so a sample very close to paper or solid becomes that. If colour conversion gives white
/// paper a sample of 4 of 65535, for example, nothing is printed.
constexpr ToneAmount tone_amount(int sample, int max) {
  const int above = (1020 * sample + max / 2) / max;
  if (above == 0) return {0, 0, 0};
  if (above == 1020) return {1, 0, 0};
  const int in_255 = std::clamp((sample + max / 510) / (max / 255), 1, 254);
  return {0, 32 * above, tone_classes[static_cast<std::size_t>(in_255)]};
}

/// For each class, what S must exceed for ink.
using ToneThresholds = std::array<std::int16_t, 2 * tone_half>;

/// The range of sharpness, in percent.
inline constexpr int min_sharpness = 0;
inline constexpr int max_sharpness = 200;

/// The least distance between an inner level and the threshold of A + S beside it, in units of 1/32640 of a step.
/// Without it, noise around an inner level would print the levels on both sides of it.
inline constexpr int least_beside_inner = 6720;

/// Half-classes that start below this value are sharpened less, in proportion to their start, so that light tints still
/// begin at once. Near solid all half-classes are sharpened fully, so that dark text is as solid as with error filters.
inline constexpr int sharpened_start = 64;

/// The thresholds of a filter. Rounding to the nearest level has a threshold of half a step. At the middle of each
/// class, sharpness p multiplies the distance from this threshold by 1 − p/100. So 0 changes nothing, and 100 sharpens
/// like an error filter, whose threshold is fixed. `inner` selects the thresholds for pixels beside an inner level,
/// which is neither paper nor solid.
constexpr ToneThresholds tone_thresholds(const ToneFilter& filter, int sharpness, bool inner) {
  ToneThresholds thresholds{};
  for (std::size_t c = 0; c < thresholds.size(); ++c) {
    const std::size_t half_class = c % tone_half;
    const bool upper = c >= tone_half;
    const int first = tone_starts[half_class];
    const int last = half_class + 1 < tone_half ? tone_starts[half_class + 1] - 1 : 127;
    const int middle = 64 * (first + last);
    const int own = filter.classes[half_class].threshold;
    const int share = upper && !inner ? sharpened_start : std::min(first, sharpened_start);
    int threshold = own + (tone_step / 2 - (middle + own)) * sharpness * share / sharpened_start / 100;
    if (inner) threshold = std::max(threshold, least_beside_inner - 128 * first);
    threshold = (threshold + 128) / 256 * 256;
    if (half_class == 0) threshold = 32768;  // paper: S > 32767 never holds; solid: S > −32768 always does
    thresholds[c] = static_cast<std::int16_t>(upper ? -threshold : threshold - 1);
  }
  return thresholds;
}

/// Whether pixels of a class may get seeds: all classes but those of the levels themselves.
constexpr bool is_seeded(int tone_class) {
  return tone_class % tone_half != 0;
}

/// The seed that replaces U where the row above gives nothing: −2560 to 2560 in steps of 32, evenly distributed. With
/// seeds, a light tint starts at once instead of waiting until errors have grown, no tint settles into lines, and the
/// dots of inks with equal tones do not coincide. A seed depends only on the pixel's place on the page and on the ink's
/// number. The hash is Chris Wellons's lowbias32.
constexpr int tone_seed(std::int64_t x, std::int64_t y, int ink) {
  auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1u + static_cast<std::uint32_t>(y) * 0x85EBCA77u +
           static_cast<std::uint32_t>(ink) * 0xC2B2AE3Du;
  h = (h ^ h >> 16) * 0x7FEB352Du;
  h = (h ^ h >> 15) * 0x846CA68Bu;
  h ^= h >> 16;
  return 32 * (static_cast<int>(std::uint64_t{h} * 161 >> 32) - 80);
}

// Between strips, the state of a plane is U for the next row, without seeds: std::int16_t in native byte order, ordered
// [column]. This is version 1 of the layout.

/// The most that a pixel collects from the row above, of either sign.
inline constexpr int tone_limit = 16383;

// Proof of the bounds. |S| <= 16383 + 16384 = 32767, so paper never gets ink, and solid always does. A pixel without
// ink has A + S <= A + threshold, and A + S >= S; one with ink has A + S − 32640 > A + threshold − 32640, and at most
// S. The thresholds keep A + threshold within a step (has_thresholds), so |e| <= 32767. A product of weight w is then
// at most 2048·w. Whatever classes the pixels have, the five weights to a pixel of the next row sum to at most 14, so
// |U| <= 28672. Everything fits 16 bits, and products can be added in any order.
//
// A filter whose classes all have the same weights has a smaller bound E: the greatest |A + threshold| or |A +
// threshold − 32640|, rounded up to a multiple of 16. If |e| <= E, a product of weight w is at most w·E/16, because
// that is a whole number. The weights sum to 16, so |S| <= E, and the next |e| <= E too. U is then so small that it is
// never limited.

/// Whether all classes have the same weights.
constexpr bool has_fixed_weights(const ToneFilter& filter) {
  return std::ranges::all_of(filter.classes,
                             [&](const ToneClass& each) { return each.weights == filter.classes[0].weights; });
}

/// The columns to the left of a pixel, in the next row, that some class gives to: 2 or 3.
constexpr int tone_reach(const ToneFilter& filter) {
  return std::ranges::any_of(filter.classes, [](const ToneClass& each) { return each.weights[5] > 0; }) ? 3 : 2;
}

/// E, the bound of the errors of filters with fixed weights.
inline constexpr int fixed_error = 29120;

/// The bound of U, of either sign.
constexpr int largest_tone_sum(const ToneFilter& filter) {
  int sum = 0;
  for (std::size_t k = 1; k < 6; ++k) {
    int largest = 0;
    for (const ToneClass& each : filter.classes) largest = std::max(largest, each.weights[k]);
    sum += largest;
  }
  return sum * (has_fixed_weights(filter) ? fixed_error / 16 : 2048);
}

constexpr bool is_sound(const ToneFilter& filter) {
  for (const ToneClass& each : filter.classes) {
    int sum = 0;
    for (const int weight : each.weights) {
      if (weight < 0) return false;
      sum += weight;
    }
    if (sum != 16 || each.weights[0] > 8 || each.threshold % 256 != 0) return false;
  }
  return largest_tone_sum(filter) <= 28672;
}
static_assert(std::ranges::all_of(tone_filters, is_sound));

// For every sharpness, A + threshold stays within a step, or within the bounds of errors with fixed weights. The
// extremes are at the ends of each class, which 16-bit amounts exceed by up to 64, and at the least and the greatest
// sharpness, because a threshold moves in only one direction as the sharpness grows.
constexpr bool has_thresholds(const ToneFilter& filter) {
  const int most = has_fixed_weights(filter) ? fixed_error : tone_step;
  for (const bool inner : {false, true}) {
    for (const int sharpness : {min_sharpness, max_sharpness}) {
      const ToneThresholds thresholds = tone_thresholds(filter, sharpness, inner);
      for (std::size_t c = 1; c < tone_half; ++c) {
        const int first = 128 * tone_starts[c] - 64;
        const int last = 128 * (c + 1 < tone_half ? tone_starts[c + 1] - 1 : 127) + 64;
        const int lower = thresholds[c], upper = thresholds[c + tone_half];
        if (first + lower + 1 < tone_step - most || last + lower > most) return false;
        if (upper + 1 - last < -most || tone_step - first + upper > most) return false;
      }
    }
  }
  return true;
}
static_assert(std::ranges::all_of(tone_filters, has_thresholds));

}  // namespace platerip::halftone
