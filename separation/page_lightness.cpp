#include "separation/page_lightness.h"

#include <algorithm>
#include <cmath>

namespace platerip::separation {
namespace {

constexpr std::int64_t most_light = 65535;

using Weights = std::array<std::uint32_t, 3>;
constexpr Weights weights_of_x = {28439, 24655, 12442}, weights_of_y = {13933, 46871, 4732},
                  weights_of_z = {1164, 7174, 57198};

std::uint32_t weighted(const Weights& weights, const std::array<std::uint32_t, 3>& light) {
  std::uint32_t sum = 32768;  // 65536 · 65535 + 32768 < 2³²
  for (std::size_t i = 0; i < light.size(); ++i) sum += weights[i] * light[i];
  return sum / 65536;
}

std::array<std::uint32_t, 3> light_of(const std::vector<std::uint16_t>& linear,
                                      const std::array<std::uint32_t, 3>& rgb) {
  return {linear[rgb[0]], linear[rgb[1]], linear[rgb[2]]};
}

double linear(double srgb) {
  return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4);
}

// f of CIE 15.
double root(double light) {
  constexpr double edge = 6.0 / 29;
  return light > edge * edge * edge ? std::cbrt(light) : light / (3 * edge * edge) + 4.0 / 29;
}

}  // namespace

std::vector<std::uint16_t> linear_light(int bits) {
  std::vector<std::uint16_t> table(std::size_t{1} << bits);
  const auto max = static_cast<double>(table.size() - 1);
  for (std::size_t v = 0; v < table.size(); ++v)
    table[v] = static_cast<std::uint16_t>(std::lround(most_light * linear(static_cast<double>(v) / max)));
  return table;
}

template <typename Sample>
OwnColor own_color(const PixelFormat& format, const Sample* pixel) {
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

template <typename Sample>
Lightness<Sample>::Lightness() : linear_(linear_light(8 * sizeof(Sample))), of_luminance_(most_light + 1) {
  constexpr double max = std::numeric_limits<Sample>::max();
  for (std::int64_t y = 0; y <= most_light; ++y) {
    const double lightness = 116 * root(static_cast<double>(y) / most_light) - 16;
    of_luminance_[static_cast<std::size_t>(y)] = static_cast<Sample>(std::lround(max * lightness / 100));
  }
}

template <typename Sample>
Sample Lightness<Sample>::of(const OwnColor& color) const {
  return of_luminance_[weighted(weights_of_y, light_of(linear_, color.rgb))];
}

template <typename Sample>
KnockedOut<Sample>::KnockedOut(const KnockOut& knock_out)
    : linear_(linear_light(8 * sizeof(Sample))), roots_(most_light + 1) {
  constexpr double unit = 1 << 20;
  for (std::int64_t light = 0; light <= most_light; ++light) {
    const double f = root(static_cast<double>(light) / most_light);
    roots_[static_cast<std::size_t>(light)] = static_cast<std::int32_t>(std::lround(unit * f));
  }
  std::array<std::uint32_t, 3> rgb{};
  for (std::size_t i = 0; i < rgb.size(); ++i) rgb[i] = knock_out.color[i] * (std::numeric_limits<Sample>::max() / 255);
  color_ = place_of(rgb);
  most_ = std::llround(unit * knock_out.tolerance);
}

template <typename Sample>
typename KnockedOut<Sample>::Place KnockedOut<Sample>::place_of(const std::array<std::uint32_t, 3>& rgb) const {
  const auto light = light_of(linear_, rgb);
  return {roots_[weighted(weights_of_x, light)], roots_[weighted(weights_of_y, light)],
          roots_[weighted(weights_of_z, light)]};
}

// Each difference is below 500 · 2^20 < 2^29, so that the squares fit.
template <typename Sample>
bool KnockedOut<Sample>::has(const OwnColor& color) const {
  const Place place = place_of(color.rgb);
  const std::int64_t x = place.x - color_.x, y = place.y - color_.y, z = place.z - color_.z;
  const std::int64_t l = 116 * y, a = 500 * (x - y), b = 200 * (y - z);
  return l * l + a * a + b * b <= most_ * most_;
}

template OwnColor own_color(const PixelFormat&, const std::uint8_t*);
template OwnColor own_color(const PixelFormat&, const std::uint16_t*);
template class Lightness<std::uint8_t>;
template class Lightness<std::uint16_t>;
template class KnockedOut<std::uint8_t>;
template class KnockedOut<std::uint16_t>;

}  // namespace platerip::separation
