#include "samples/landscape.h"

#include <cmath>

#include "samples/noise.h"

namespace platerip::samples {
namespace {

constexpr double waterline = 0.63;
constexpr double sun_y = 0.47;
constexpr Color haze = rgb(0xF6C9A0);
constexpr Color sunlight = rgb(0xFFF1CF);

double distance(double x, double y) {
  return std::sqrt(x * x + y * y);
}

/// Rock and snow are lit from the upper right: how far the noise falls towards the light.
double relief(double x, double y, int octaves, std::uint32_t seed) {
  constexpr double step = 0.06;
  return ridged_noise(x, y, octaves, seed) - ridged_noise(x + step, y - step, octaves, seed);
}

/// Flowers grow in cells of a few sizes, which are larger towards the viewer. Returns the size, in steps, for a height
/// in the picture.
constexpr double flower_step = 0.007;
std::int64_t flower_band(double y) {
  return 1 + floor_to_integer(clamp01(0.12 * (y - 0.82)) / flower_step);
}

}  // namespace

Landscape::Landscape(std::int64_t width, std::int64_t height, std::uint32_t seed)
    : pixel_(1.0 / static_cast<double>(height)),
      sun_x_(0.64 * static_cast<double>(width) / static_cast<double>(height)),
      seed_(seed) {
  columns_.reserve(static_cast<std::size_t>(width));
  for (std::int64_t column = 0; column < width; ++column) {
    columns_.push_back(skyline((static_cast<double>(column) + 0.5) * pixel_));
  }
}

Landscape::Skyline Landscape::skyline(double x) const {
  const double valley = clamp01(distance(x - sun_x_, 0) / 0.9);  // the ranges are lower near the sun
  Skyline line;
  line.far = waterline - 0.10 - (0.10 + 0.26 * valley) * ridged_noise(1.7 * x, 3.1, 7, seed_ + 10);
  line.middle = waterline - 0.015 - (0.03 + 0.21 * valley) * ridged_noise(1.9 * x + 4, 7.7, 7, seed_ + 30);
  line.near = waterline - 0.004 - 0.075 * valley * fractal_noise(3 * x, 1.3, 5, seed_ + 50);
  line.shore = 0.845 + 0.09 * fractal_noise(2.1 * x, 5.9, 4, seed_ + 60) - 0.035 * valley;
  return line;
}

Color Landscape::at(std::int64_t column, std::int64_t row) const {
  const Skyline& line = columns_[static_cast<std::size_t>(column)];
  const double x = (static_cast<double>(column) + 0.5) * pixel_;
  const double y = (static_cast<double>(row) + 0.5) * pixel_;

  const double grass = 0.012 * value_noise(x * 160, y * 14, seed_ + 61) + 0.006 * value_noise(x * 420, 0.5, seed_ + 62);
  const double on_land = inside(y + grass - line.shore);
  Color color;
  if (on_land < 1) color = y < waterline ? above_water(x, y, line) : water(x, y, line);
  if (on_land > 0) color = mix(color, meadow(x, y, y - line.shore), on_land);

  const double grain = 0.018 * (random(column, row, seed_ + 90) + random(column, row, seed_ + 91) - 1);
  return {clamp01(color.r + grain), clamp01(color.g + grain), clamp01(color.b + grain)};
}

Color Landscape::sky(double x, double y) const {
  const double height = 1 - y / waterline;  // 0 at the water, 1 at the top
  Color color = mix(rgb(0xFFC98A), rgb(0xF3B79C), smooth_step(0.05, 0.30, height));
  color = mix(color, rgb(0x8FB0D0), smooth_step(0.22, 0.60, height));
  color = mix(color, rgb(0x2F5C99), smooth_step(0.50, 1.05, height));

  const double away = distance(x - sun_x_, 1.15 * (y - sun_y));
  color = mix(color, rgb(0xFFE2A6), 0.85 / (1 + 40 * away * away));

  const double stretched = y * (3.4 + 2.2 * y);
  const double shape = fractal_noise(1.5 * x + 0.4 * y, stretched * 1.6, 7, seed_ + 100);
  const double cloud = smooth_step(0.47, 0.72, shape) * (0.35 + 0.65 * smooth_step(0.02, 0.35, height));
  const double lit = fractal_noise(1.5 * x + 0.4 * y - 0.05, stretched * 1.6 + 0.09, 6, seed_ + 100) - shape;
  Color tone = mix(rgb(0x8D86A8), rgb(0xFFDCC0), clamp01(0.62 + 3.2 * lit));
  tone = mix(tone, rgb(0xFFB778), 0.7 / (1 + 7 * away * away));
  color = mix(color, tone, 0.92 * cloud);
  return mix(color, sunlight, inside(0.031 - away) * 0.96 + (1 - inside(0.031 - away)) * 0.9 / (1 + 900 * away * away));
}

Color Landscape::above_water(double x, double y, const Skyline& line) const {
  const double glow = 1 / (1 + 9 * (x - sun_x_) * (x - sun_x_));

  Color color;
  const double far = inside(y - line.far);
  if (far < 1) color = sky(x, y);
  if (far > 0) {
    const double depth = y - line.far;
    const double light = clamp01(0.50 + 3.4 * relief(7 * x + 2.5 * depth, 5 * depth + 2 * x, 6, seed_ + 20));
    const double snow = smooth_step(0.13, 0.03, depth + 0.22 * (fractal_noise(16 * x, 9 * y, 4, seed_ + 25) - 0.5));
    Color rock = mix(rgb(0x3F4F72), rgb(0xA98F8B), light);
    rock = mix(rock, mix(rgb(0x8296BE), rgb(0xFFE9DA), light), snow);
    rock = mix(rock, haze, clamp01(0.16 + 0.38 * glow + 0.50 * smooth_step(0.30, 0.60, y)));
    color = mix(color, rock, far);
  }
  const double middle = inside(y - line.middle);
  if (middle > 0) {
    const double depth = y - line.middle;
    const double light = clamp01(0.42 + 3.0 * relief(9 * x - 3 * depth, 8 * depth + x, 6, seed_ + 40));
    const double trees = fractal_noise(60 * x, 90 * y, 3, seed_ + 45);
    Color slope = mix(rgb(0x1F3A44), rgb(0x7C8A5C), clamp01(light * (0.55 + 0.8 * trees)));
    slope = mix(slope, haze, clamp01(0.10 + 0.40 * glow + 0.25 * smooth_step(0.50, 0.63, y)));
    color = mix(color, slope, middle);
  }
  const double near = std::fmax(inside(y - line.near), forest(x, y, line.near));
  if (near > 0) {
    const double leaves = fractal_noise(140 * x, 110 * y, 3, seed_ + 55);
    Color wood = mix(rgb(0x0D2420), rgb(0x3F5A2C), clamp01(1.5 * leaves - 0.25));
    wood = mix(wood, haze, 0.05 + 0.30 * glow);
    color = mix(color, wood, near);
  }
  return color;
}

/// How much of the pixel the firs on the nearest crest cover.
double Landscape::forest(double x, double y, double crest) const {
  constexpr double spacing = 0.0075;
  constexpr double tallest = 0.075;
  if (y < crest - tallest) return 0;

  double cover = 0;
  const std::int64_t cell = floor_to_integer(x / spacing);
  for (std::int64_t tree = cell - 2; tree <= cell + 2; ++tree) {
    const double grove = fractal_noise(static_cast<double>(tree) * 0.045, 2.5, 3, seed_ + 70);
    const double height = tallest * smooth_step(0.36, 0.75, grove) * (0.55 + 0.45 * random(tree, 0, seed_ + 71));
    const double trunk = (static_cast<double>(tree) + 0.2 + 0.6 * random(tree, 1, seed_ + 71)) * spacing;
    const double below_top = y - (crest - height);
    if (below_top <= 0) continue;
    const double tiers = below_top / 0.0065 + random(tree, 2, seed_ + 71);
    const double bough = 0.65 + 0.35 * (tiers - static_cast<double>(floor_to_integer(tiers)));
    const double half_width = 0.20 * below_top * bough;
    cover = std::fmax(cover, inside(half_width - std::fabs(x - trunk)));
  }
  return cover;
}

Color Landscape::water(double x, double y, const Skyline& line) const {
  const double depth = y - waterline;
  const double nearness = 1 / (depth + 0.03);  // waves look larger towards the viewer
  const double waves = fractal_noise(1.4 * x * nearness, 9 * nearness, 5, seed_ + 80) - 0.5;
  const double ripple = 0.9 * depth * waves;
  double mirrored = waterline - 1.05 * depth - 0.35 * ripple;
  if (mirrored > waterline) mirrored = waterline;

  Color color = above_water(x, mirrored, line);
  color = mix(color, rgb(0x24506B), clamp01(0.16 + 1.3 * depth + 0.9 * waves * depth * 4));

  const double path = 1 / (1 + 130 * (x - sun_x_) * (x - sun_x_) / (0.4 + 4 * depth));
  const double sparkle = smooth_step(0.06, 0.26, waves) * path;
  color = mix(color, sunlight, 0.8 * sparkle);
  return mix(color, haze, 0.45 * smooth_step(0.035, 0.0, depth));
}

Color Landscape::meadow(double x, double y, double depth) const {
  const double blades = fractal_noise(190 * x + 30 * y, 34 * y, 4, seed_ + 110);
  const double patches = fractal_noise(5 * x, 16 * y, 4, seed_ + 115);
  Color color = mix(rgb(0x16301A), rgb(0x86A03A), clamp01(1.9 * blades - 0.45));
  color = mix(color, rgb(0xC9A545), 0.55 * smooth_step(0.45, 0.75, patches) * blades);
  color = mix(color, rgb(0xFFD68A), 0.35 * smooth_step(0.035, 0.0, depth));

  static constexpr Color petals[] = {rgb(0xE0243A), rgb(0xF4C81E), rgb(0xF7F2EA), rgb(0xC9359B), rgb(0x5B57C9)};
  const std::int64_t band = flower_band(y);
  const double cell = flower_step * static_cast<double>(band);
  const std::int64_t cell_x = floor_to_integer(x / cell);
  const std::int64_t cell_y = floor_to_integer(y / cell);
  const bool whole = flower_band(static_cast<double>(cell_y) * cell) == band &&
                     flower_band(static_cast<double>(cell_y + 1) * cell) == band;
  if (!whole) return color;
  const std::uint32_t cell_seed = seed_ + 120 + static_cast<std::uint32_t>(band);
  if (random(cell_x, cell_y, cell_seed) < 0.45) return color;

  const double dx = x / cell - static_cast<double>(cell_x) - 0.35 - 0.3 * random(cell_x, cell_y, cell_seed + 200);
  const double dy = y / cell - static_cast<double>(cell_y) - 0.35 - 0.3 * random(cell_x, cell_y, cell_seed + 300);
  const double radius = 0.16 + 0.16 * random(cell_x, cell_y, cell_seed + 400);
  const double away = distance(dx, 1.25 * dy);
  const Color petal = petals[hash(cell_x, cell_y, cell_seed + 500) % 5] * (0.78 + 0.5 * (dx - dy + 0.2));
  color = mix(color, petal, inside((radius - away) * cell));
  return mix(color, rgb(0x6B4A12), inside((0.3 * radius - away) * cell));
}

}  // namespace platerip::samples
