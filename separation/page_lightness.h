// The lightness of a page's pixels, and how far their colours are from another one (made_ink.h). What looks at pixels
// runs on cores and on GPUs: its tables are in the memory of the processor that reads them. Private to separation/.
//
// The functions that make tables may throw std::bad_alloc. Nothing else throws.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "separation/made_ink.h"
#include "separation/pixel_format.h"

namespace platerip::separation {

/// A pixel's own colour, read as sRGB, and its coverage: 0 to max.
struct OwnColor {
  std::array<std::uint32_t, 3> rgb{};
  std::uint32_t coverage = 0;
};

/// `pixel` points to the samples of one pixel. Not for lab.
template <typename Sample>
constexpr OwnColor own_color(const PixelFormat& format, const Sample* pixel) {
  constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
  OwnColor own;
  own.coverage = format.alpha == Alpha::none ? max : pixel[format.has_colors ? colors_of(format.model) : 0];
  if (!format.has_colors) return own;
  const auto straight = [&](std::uint32_t sample) {
    if (format.alpha != Alpha::associated) return sample;
    return own.coverage == 0 ? 0 : std::min(max, (sample * max + own.coverage / 2) / own.coverage);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t sample = straight(pixel[format.model == profiles::ColorModel::gray ? 0 : i]);
    own.rgb[i] = format.model == profiles::ColorModel::cmyk ? max - std::min(max, sample + straight(pixel[3])) : sample;
  }
  return own;
}

/// The light of a pixel in linear sRGB, and its sums X, Y and Z: 0 to 65535.
struct Light {
  std::uint32_t red, green, blue;

  /// `linear`: linear_light().
  constexpr Light(const std::uint16_t* linear, const OwnColor& color)
      : red(linear[color.rgb[0]]), green(linear[color.rgb[1]]), blue(linear[color.rgb[2]]) {}

  [[nodiscard]] constexpr std::uint32_t x() const { return weighted(28439, 24655, 12442); }
  [[nodiscard]] constexpr std::uint32_t y() const { return weighted(13933, 46871, 4732); }
  [[nodiscard]] constexpr std::uint32_t z() const { return weighted(1164, 7174, 57198); }

 private:
  // 65536 · 65535 + 32768 < 2³²
  [[nodiscard]] constexpr std::uint32_t weighted(std::uint32_t r, std::uint32_t g, std::uint32_t b) const {
    return (r * red + g * green + b * blue + 32768) / 65536;
  }
};

/// The linear light of each sample of sRGB: 0 to 65535.
std::vector<std::uint16_t> linear_light(int bits);

/// MadeFrom::light's L.
template <typename Sample>
struct Lightness {
  const std::uint16_t* linear = nullptr;
  const Sample* of_luminance = nullptr;

  [[nodiscard]] constexpr Sample of(const OwnColor& color) const { return of_luminance[Light(linear, color).y()]; }
};

template <typename Sample>
struct LightnessTables {
  std::vector<std::uint16_t> linear;
  std::vector<Sample> of_luminance;

  LightnessTables();
  [[nodiscard]] Lightness<Sample> lightness() const { return {linear.data(), of_luminance.data()}; }
};

/// Tells pixels with the colour of a KnockOut.
struct KnockedOut {
  struct Place {
    std::int64_t x = 0, y = 0, z = 0;
  };
  const std::uint16_t* linear = nullptr;
  const std::int32_t* roots = nullptr;  ///< F
  Place color;
  std::int64_t most = 0;

  [[nodiscard]] constexpr Place place_of(const OwnColor& own) const {
    const Light light(linear, own);
    return {roots[light.x()], roots[light.y()], roots[light.z()]};
  }

  /// Each difference is below 500 · 2^20 < 2^29, so that the squares fit.
  [[nodiscard]] constexpr bool has(const OwnColor& own) const {
    const Place place = place_of(own);
    const std::int64_t x = place.x - color.x, y = place.y - color.y, z = place.z - color.z;
    const std::int64_t l = 116 * y, a = 500 * (x - y), b = 200 * (y - z);
    return l * l + a * a + b * b <= most * most;
  }
};

struct KnockOutTables {
  std::vector<std::uint16_t> linear;
  std::vector<std::int32_t> roots;
  KnockOut knock_out;
  std::uint32_t max;

  /// For samples of `bits` bits.
  KnockOutTables(const KnockOut& colors, int bits);
  [[nodiscard]] KnockedOut knocked_out() const;
};

}  // namespace platerip::separation
