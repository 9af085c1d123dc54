// How made inks and the knock-out (made_ink.h) are computed for a pixel. The code runs on the device and, in tests, on
// the host. Private to separation/cuda/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "separation/cuda/device_strip.h"
#include "separation/made_ink.h"
#include "separation/page_lightness.h"
#include "separation/pixel_format.h"

namespace platerip::separation::cuda {

/// What is known of a pixel.
template <typename Sample>
struct MadePixel {
  std::uint32_t coverage = 0;
  Sample light = 0;
  bool is_out = false;  ///< its colour is knocked out
};

/// What a made ink is made from.
struct MadeSource {
  MadeFrom from = MadeFrom::nothing;
  std::uint64_t inks = 0;                ///< for `inks` and `spot`: bit i for ink i
  const std::uint16_t* table = nullptr;  ///< of curve, limit and amount; null: none

  /// `inked`: the amounts of `inks`, joined by "or".
  template <typename Sample>
  constexpr Sample amount(const MadePixel<Sample>& pixel, Sample inked) const {
    constexpr Sample max = std::numeric_limits<Sample>::max();
    if (pixel.is_out) return from == MadeFrom::knocked_out ? max : Sample{0};
    const Sample plain = before_table(pixel, inked);
    return table == nullptr ? plain : static_cast<Sample>(table[plain]);
  }

 private:
  template <typename Sample>
  constexpr Sample before_table(const MadePixel<Sample>& pixel, Sample inked) const {
    constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
    switch (from) {
      case MadeFrom::coverage:
        return static_cast<Sample>(pixel.coverage);
      case MadeFrom::light:
        return static_cast<Sample>((pixel.coverage * pixel.light + max / 2) / max);
      case MadeFrom::dark:
        return static_cast<Sample>((pixel.coverage * (max - pixel.light) + max / 2) / max);
      case MadeFrom::all:
        return static_cast<Sample>(max);
      case MadeFrom::inks:
        return inked > 0 ? static_cast<Sample>(max) : Sample{0};
      case MadeFrom::spot:
        return inked;
      case MadeFrom::nothing:
      case MadeFrom::knocked_out:
        break;
    }
    return 0;
  }
};

/// The made inks of a page, and its knock-out. The tables are in the memory of the processor that runs the recipe.
template <typename Sample>
struct MadeRecipe {
  PixelFormat format;
  int before = 0;               ///< inks before the made ones
  int count = 0;                ///< made inks
  bool reads_pixels = false;    ///< whether they depend on the pixel itself
  Lightness<Sample> lightness;  ///< without tables: not needed
  KnockedOut knocked_out;       ///< without tables: nothing is
  MadeSource inks[most_inks];

  /// `pixel` points to its samples.
  constexpr MadePixel<Sample> pixel_of(const Sample* pixel) const {
    MadePixel<Sample> known;
    if (!reads_pixels) return known;
    const OwnColor own = own_color(format, pixel);
    known.coverage = own.coverage;
    if (lightness.linear != nullptr) known.light = lightness.of(own);
    known.is_out = knocked_out.linear != nullptr && knocked_out.has(own);
    return known;
  }
};

}  // namespace platerip::separation::cuda
