#include "samples/noise.h"

#include "samples/color.h"

namespace platerip::samples {
namespace {

/// Each octave is rotated by an angle of the 3-4-5 triangle, so that no lattice is visible.
struct Octave {
  double x;
  double y;
  double weight = 0.5;

  void advance() {
    const double turned_x = 1.6 * x - 1.2 * y;
    const double turned_y = 1.2 * x + 1.6 * y;
    x = turned_x + 17.5;
    y = turned_y - 9.25;
    weight *= 0.5;
  }
};

double fade(double t) {
  return t * t * t * (t * (t * 6 - 15) + 10);
}

}  // namespace

std::uint32_t hash(std::int64_t x, std::int64_t y, std::uint32_t seed) {
  auto h = static_cast<std::uint32_t>(x) * 0x9E3779B1U ^ static_cast<std::uint32_t>(y) * 0x85EBCA77U;
  h += seed * 0xC2B2AE3DU + 0x27D4EB2FU;
  h = (h ^ h >> 15) * 0x2C1B3C6DU;
  h = (h ^ h >> 12) * 0x297A2D39U;
  return h ^ h >> 15;
}

double random(std::int64_t x, std::int64_t y, std::uint32_t seed) {
  return hash(x, y, seed) / 4294967296.0;
}

std::int64_t floor_to_integer(double v) {
  const auto truncated = static_cast<std::int64_t>(v);
  return truncated - (static_cast<double>(truncated) > v ? 1 : 0);
}

double value_noise(double x, double y, std::uint32_t seed) {
  const std::int64_t column = floor_to_integer(x);
  const std::int64_t row = floor_to_integer(y);
  const double u = fade(x - static_cast<double>(column));
  const double v = fade(y - static_cast<double>(row));
  const double above = mix(random(column, row, seed), random(column + 1, row, seed), u);
  const double below = mix(random(column, row + 1, seed), random(column + 1, row + 1, seed), u);
  return mix(above, below, v);
}

double fractal_noise(double x, double y, int octaves, std::uint32_t seed) {
  double sum = 0;
  double weights = 0;
  for (Octave octave{x, y}; octaves-- > 0; octave.advance()) {
    sum += octave.weight * value_noise(octave.x, octave.y, seed++);
    weights += octave.weight;
  }
  return sum / weights;
}

double ridged_noise(double x, double y, int octaves, std::uint32_t seed) {
  double sum = 0;
  double weights = 0;
  for (Octave octave{x, y}; octaves-- > 0; octave.advance()) {
    const double folded = 2 * value_noise(octave.x, octave.y, seed++) - 1;
    sum += octave.weight * (1 - (folded < 0 ? -folded : folded));
    weights += octave.weight;
  }
  return sum / weights;
}

}  // namespace platerip::samples
