#include "samples/still_life.h"

#include <cmath>

#include "samples/noise.h"

namespace platerip::samples {
namespace {

struct Ball {
  double x, y, radius;  ///< y: where it touches the table
  Color color;
  double gloss;
};

// From the back to the front. The picture is 1 high and 1.8 wide.
constexpr Ball balls[] = {
    {0.42, 0.70, 0.215, rgb(0xB4202A), 0.9}, {1.33, 0.69, 0.200, rgb(0xF0B400), 0.8},
    {0.88, 0.74, 0.175, rgb(0x1F6FB5), 1.0}, {0.17, 0.80, 0.115, rgb(0xE9B391), 0.3},
    {1.63, 0.81, 0.120, rgb(0x8A4FA0), 0.7}, {1.15, 0.86, 0.125, rgb(0x2F8F46), 0.9},
    {0.62, 0.88, 0.120, rgb(0xF2EFE8), 0.6}, {0.36, 0.91, 0.070, rgb(0x8D5A3B), 0.3},
    {0.89, 0.93, 0.065, rgb(0x1D1D22), 1.0}, {1.42, 0.92, 0.075, rgb(0xE86A17), 0.8},
};

constexpr double light_x = -0.48, light_y = -0.72, light_z = 0.50;  // nearly a unit vector, from the upper left

Color background(double x, double y) {
  constexpr double edge = 0.52;
  const double warm = 1 / (1 + 1.4 * ((x - 0.5) * (x - 0.5) + (y - 0.25) * (y - 0.25)));
  const Color wall = mix(rgb(0x3B4550), rgb(0xC9BFAF), warm);
  const double grain = fractal_noise(2.2 * x, 46 * y + 3 * fractal_noise(2 * x, 3 * y, 3, 501), 5, 500);
  const Color wood = mix(rgb(0x6E4326), rgb(0xC99A66), smooth_step(0.25, 0.75, grain)) * mix(0.62, 1.12, warm);
  const double cloth = 0.03 * (fractal_noise(90 * x, 90 * y, 2, 510) - 0.5);
  return mix(wall + gray(cloth), wood, smooth_step(edge - 0.004, edge + 0.004, y));
}

/// The soft shadow on the table, to the right of a ball.
double shadow(const Ball& ball, double x, double y) {
  const double dx = (x - ball.x - 0.34 * ball.radius) / (1.45 * ball.radius);
  const double dy = (y - ball.y + 0.02 * ball.radius) / (0.34 * ball.radius);
  return 0.75 * smooth_step(1.25, 0.15, std::sqrt(dx * dx + dy * dy));
}

Color shade(const Ball& ball, double nx, double ny, double nz) {
  const double facing = nx * light_x + ny * light_y + nz * light_z;
  const double lit = smooth_step(-0.35, 1.05, facing);
  Color color = ball.color * (0.16 + 1.0 * lit);

  const double bounce = clamp01(ny) * clamp01(ny) * 0.22;  // light that the table reflects
  color = color + rgb(0xC08A58) * bounce;

  const double mirror = 2 * facing * nz - light_z;  // the reflection of the light, seen from the front
  const double shine = clamp01(mirror);
  const double shine4 = shine * shine * shine * shine;
  const double shine16 = shine4 * shine4 * shine4 * shine4;
  color = color + gray(ball.gloss * (0.10 * shine4 + 0.75 * shine16 * shine16));

  const double rim = (1 - nz) * (1 - nz) * (1 - nz);
  return color + rgb(0x9FB2C4) * (0.16 * ball.gloss * rim);
}

Color at(double x, double y, double pixel) {
  Color color = background(x, y);
  for (const Ball& ball : balls) color = color * (1 - shadow(ball, x, y) * smooth_step(0.50, 0.56, y));
  for (const Ball& ball : balls) {
    const double dx = (x - ball.x) / ball.radius;
    const double dy = (y - (ball.y - 0.93 * ball.radius)) / ball.radius;
    const double away = std::sqrt(dx * dx + dy * dy);
    const double inside = clamp01((1 - away) * ball.radius / pixel + 0.5);
    if (inside <= 0) continue;
    const double nz = away < 1 ? std::sqrt(1 - away * away) : 0;
    color = mix(color, shade(ball, dx, dy, nz), inside);
  }
  return color;
}

}  // namespace

Picture still_life(std::int64_t width, std::int64_t height) {
  const double pixel = 1.0 / static_cast<double>(height);
  const double stretch = 1.8 / (static_cast<double>(width) * pixel);
  return [pixel, stretch](std::int64_t column, std::int64_t row) {
    const double x = (static_cast<double>(column) + 0.5) * pixel * stretch;
    const double y = (static_cast<double>(row) + 0.5) * pixel;
    const Color color = at(x, y, pixel);
    const double grain = 0.012 * (random(column, row, 520) + random(column, row, 521) - 1);
    return Color{clamp01(color.r + grain), clamp01(color.g + grain), clamp01(color.b + grain)};
  };
}

}  // namespace platerip::samples
