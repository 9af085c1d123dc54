#include "separation/page_lightness.h"

#include <cmath>

namespace platerip::separation {
namespace {

constexpr std::int64_t most_light = 65535;
constexpr double place_unit = 1 << 20;

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
LightnessTables<Sample>::LightnessTables() : linear(linear_light(8 * sizeof(Sample))), of_luminance(most_light + 1) {
  constexpr double max = std::numeric_limits<Sample>::max();
  for (std::int64_t y = 0; y <= most_light; ++y) {
    const double lightness = 116 * root(static_cast<double>(y) / most_light) - 16;
    of_luminance[static_cast<std::size_t>(y)] = static_cast<Sample>(std::lround(max * lightness / 100));
  }
}

KnockOutTables::KnockOutTables(const KnockOut& colors, int bits)
    : linear(linear_light(bits)), roots(most_light + 1), knock_out(colors), max((1U << bits) - 1) {
  for (std::int64_t light = 0; light <= most_light; ++light) {
    const double f = root(static_cast<double>(light) / most_light);
    roots[static_cast<std::size_t>(light)] = static_cast<std::int32_t>(std::lround(place_unit * f));
  }
}

KnockedOut KnockOutTables::knocked_out() const {
  KnockedOut knocked_out{linear.data(), roots.data(), {}, std::llround(place_unit * knock_out.tolerance)};
  OwnColor color;
  for (std::size_t i = 0; i < color.rgb.size(); ++i) color.rgb[i] = knock_out.color[i] * (max / 255);
  knocked_out.color = knocked_out.place_of(color);
  return knocked_out;
}

template struct LightnessTables<std::uint8_t>;
template struct LightnessTables<std::uint16_t>;

}  // namespace platerip::separation
