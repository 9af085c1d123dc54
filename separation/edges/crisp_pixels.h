// The amounts of pixels, and what pixels become, as crisp.h defines them. Private to separation/edges/.
#pragma once

#include <algorithm>
#include <limits>

#include "separation/alpha.h"
#include "separation/edges/crisp_rule.h"
#include "separation/pixel_format.h"

namespace platerip::separation {

/// A page's pixels of 8 or 16 bits.
struct CrispPixels {
  profiles::ColorModel model = profiles::ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int samples = 3;  ///< in a pixel, with alpha and spot inks

  /// The number of amounts of a pixel.
  [[nodiscard]] constexpr int amounts() const { return model == profiles::ColorModel::rgb ? 2 : 1; }
  [[nodiscard]] constexpr bool is_cmyk() const { return model == profiles::ColorModel::cmyk; }
  /// The sample that is the coverage.
  [[nodiscard]] constexpr int coverage() const { return is_cmyk() ? 4 : colors(); }
  /// The colours that are all 0 for black and all full for white; of cmyk there are none.
  [[nodiscard]] constexpr int colors() const {
    if (is_cmyk()) return 0;
    return model == profiles::ColorModel::rgb ? 3 : 1;
  }
};

inline CrispPixels crisp_pixels(const PixelFormat& format) {
  return {.model = format.model, .alpha = format.alpha, .samples = format.bytes() / (format.bits / 8)};
}

/// The two amounts of a pixel, which are the same if it has only one.
template <typename Sample>
struct CrispAmounts {
  Sample least = 0, most = 0;
};

/// What is seen of sample `c` of a pixel over white paper.
template <typename Sample>
constexpr Sample seen_sample(const CrispPixels& pixels, const Sample* pixel, int c) {
  constexpr std::uint32_t full = std::numeric_limits<Sample>::max();
  if (pixels.alpha == Alpha::none) return pixel[c];
  return over_paper<Sample>(pixels.alpha, pixel[c], pixel[pixels.coverage()], pixels.is_cmyk() ? 0 : full);
}

template <typename Sample>
constexpr CrispAmounts<Sample> amounts_of(const CrispPixels& pixels, const Sample* pixel) {
  constexpr Sample full = std::numeric_limits<Sample>::max();
  if (pixels.is_cmyk()) {
    const Sample black = seen_sample(pixels, pixel, 3);
    return {black, black};
  }
  Sample least = full, most = 0;
  for (int c = 0; c < pixels.colors(); ++c) {
    least = std::min(least, seen_sample(pixels, pixel, c));
    most = std::max(most, seen_sample(pixels, pixel, c));
  }
  return {static_cast<Sample>(full - most), static_cast<Sample>(full - least)};
}

/// Whether a pixel is neither solid nor paper, so that the rule can change it.
template <typename Sample>
constexpr bool is_tone(const CrispAmounts<Sample>& amounts) {
  return amounts.most > 0 && amounts.least < std::numeric_limits<Sample>::max();
}

/// Makes a pixel solid. It is a tone.
template <typename Sample>
constexpr void make_solid(const CrispPixels& pixels, Sample* pixel) {
  constexpr Sample full = std::numeric_limits<Sample>::max();
  if (pixels.is_cmyk()) {
    for (int c = 0; c < 3; ++c) pixel[c] = seen_sample(pixels, pixel, c);
    pixel[3] = full;
  }
  for (int c = 0; c < pixels.colors(); ++c) pixel[c] = 0;
  if (pixels.alpha != Alpha::none) pixel[pixels.coverage()] = full;
}

/// Makes a pixel paper. It is a tone.
template <typename Sample>
constexpr void make_paper(const CrispPixels& pixels, Sample* pixel) {
  constexpr Sample full = std::numeric_limits<Sample>::max();
  if (pixels.is_cmyk()) pixel[3] = 0;
  const bool has_other_inks = pixels.is_cmyk() && (pixel[0] != 0 || pixel[1] != 0 || pixel[2] != 0);
  Sample white = full;
  if (pixels.alpha != Alpha::none && !has_other_inks) {
    Sample& coverage = pixel[pixels.coverage()];
    coverage = coverage > full / 2 ? full : 0;
    if (pixels.alpha == Alpha::associated) white = coverage;
  }
  for (int c = 0; c < pixels.colors(); ++c) pixel[c] = white;
}

/// Copies the strip's rows.
void copy_rows(const PixelFormat& format, const CrispStrip& strip);

/// Does what the rule says of all amounts, with the amounts around: `least` and `most` are functions of (dx, dy).
template <typename Sample, typename Least, typename Most>
constexpr void make_crisp_pixel(const CrispPixels& pixels, const CrispScale& scale, const Least& least,
                                const Most& most, Sample* pixel) {
  const Verdict verdict = crisp_verdict(least, scale);
  if (verdict == Verdict::stays) return;
  if (pixels.amounts() == 2 && crisp_verdict(most, scale) != verdict) return;
  verdict == Verdict::solid ? make_solid(pixels, pixel) : make_paper(pixels, pixel);
}

}  // namespace platerip::separation
