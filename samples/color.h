// A colour of the sample page, and the arithmetic on it. All of samples/ uses only + - x / and sqrt, whose results IEEE
// 754 defines exactly. So every machine makes the same page.
#pragma once

namespace platerip::samples {

/// In the sRGB encoding, each from 0 to 1.
struct Color {
  double r = 0;
  double g = 0;
  double b = 0;
};

constexpr Color gray(double v) {
  return {v, v, v};
}

/// From 0xRRGGBB.
constexpr Color rgb(unsigned hex) {
  return {(hex >> 16 & 255) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0};
}

constexpr double mix(double a, double b, double t) {
  return a + (b - a) * t;
}

constexpr Color mix(Color a, Color b, double t) {
  return {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t)};
}

constexpr Color operator*(Color c, double k) {
  return {c.r * k, c.g * k, c.b * k};
}
constexpr Color operator+(Color a, Color b) {
  return {a.r + b.r, a.g + b.g, a.b + b.b};
}

constexpr double clamp01(double v) {
  return v < 0 ? 0 : v > 1 ? 1 : v;
}

/// 0 up to `low`, 1 from `high` on, and a smooth transition between them.
constexpr double smooth_step(double low, double high, double v) {
  const double t = clamp01((v - low) / (high - low));
  return t * t * (3 - 2 * t);
}

}  // namespace platerip::samples
