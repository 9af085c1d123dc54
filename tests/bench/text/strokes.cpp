#include "tests/bench/text/strokes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <numbers>
#include <stdexcept>
#include <string_view>
#include <vector>

namespace platerip::text {
namespace {

using quality::Image;

constexpr std::array widths{0.25, 0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0, 6.0};
constexpr int phases = 16, slants = 24;
constexpr int of_width = 2 * phases + slants;
constexpr int field = 96;     // width and height of a stroke's field in pixels
constexpr int measured = 64;  // rows in the middle of a field
constexpr double half_length = 46.5;

enum class Lie { upright, level, slanted };

struct Stroke {
  double width = 0;
  Lie lie = Lie::upright;
  double x = 0, y = 0;    // of its middle in the field
  double dx = 0, dy = 1;  // its direction, of length 1

  [[nodiscard]] bool has_rows() const { return std::abs(dy) >= std::abs(dx); }
  /// The distance of a point from the line in its middle.
  [[nodiscard]] double across(double at_x, double at_y) const { return (at_x - x) * dy - (at_y - y) * dx; }
  [[nodiscard]] double along(double at_x, double at_y) const { return (at_x - x) * dx + (at_y - y) * dy; }
};

Stroke stroke_of(int index) {
  constexpr double middle = field / 2.0;
  Stroke stroke{.width = widths[index / of_width], .x = middle, .y = middle};
  int i = index % of_width;
  if (i < 2 * phases) {
    const double phase = i % phases / double{phases};
    if (i < phases) {
      stroke.x += phase;
      return stroke;
    }
    stroke.lie = Lie::level;
    stroke.y += phase;
    stroke.dx = 1;
    stroke.dy = 0;
    return stroke;
  }
  i -= 2 * phases;
  const double angle = (i + 0.5) * std::numbers::pi / slants;
  stroke.lie = Lie::slanted;
  stroke.dx = std::cos(angle);
  stroke.dy = std::sin(angle);
  stroke.x += i * 7 % slants / double{slants};
  stroke.y += i * 11 % slants / double{slants};
  return stroke;
}

constexpr int strokes = static_cast<int>(widths.size()) * of_width;

double covered(const Stroke& stroke, int x, int y) {
  constexpr int parts = 64;
  int inside = 0;
  for (int j = 0; j < parts; ++j) {
    for (int i = 0; i < parts; ++i) {
      const double at_x = x + (i + 0.5) / parts, at_y = y + (j + 0.5) / parts;
      inside +=
          std::abs(stroke.across(at_x, at_y)) < stroke.width / 2 && std::abs(stroke.along(at_x, at_y)) < half_length;
    }
  }
  return inside / double{parts * parts};
}

/// What is measured of the rows of some strokes.
struct Measure {
  int rows = 0, gaps = 0;
  double sum = 0, squares = 0;

  void add(const Image& plate, int left, int top, const Stroke& stroke) {
    constexpr int first = (field - measured) / 2;
    const double slope = stroke.has_rows() ? std::abs(stroke.dy) : std::abs(stroke.dx);
    for (int row = first; row < first + measured; ++row) {
      float ink = 0, most = 0;
      for (int i = 0; i < field; ++i) {
        const float amount = stroke.has_rows() ? plate.at(left + i, top + row) : plate.at(left + row, top + i);
        ink += amount / 255;
        most = std::max(most, amount);
      }
      const double error = ink * slope - stroke.width;
      ++rows;
      gaps += most < 127.5F;
      sum += error;
      squares += error * error;
    }
  }
};

}  // namespace

Image draw_strokes() {
  Image page(of_width * field, static_cast<int>(widths.size()) * field);
  for (int index = 0; index < strokes; ++index) {
    const Stroke stroke = stroke_of(index);
    const int left = index % of_width * field, top = index / of_width * field;
    for (int y = 0; y < field; ++y)
      for (int x = 0; x < field; ++x)
        if (std::abs(stroke.across(x + 0.5, y + 0.5)) < stroke.width / 2 + 1)
          page.row(top + y)[left + x] = static_cast<float>(std::lround(255 * covered(stroke, x, y)));
  }
  return page;
}

void print_strokes(std::ostream& out, const Image& plate) {
  if (plate.width != of_width * field || plate.height != static_cast<int>(widths.size()) * field)
    throw std::runtime_error("strokes: the plate does not have the size of the page of strokes");
  out << std::fixed;
  for (std::size_t width = 0; width < widths.size(); ++width) {
    for (const auto& [lie, name] : {std::pair{Lie::upright, std::string_view("upright")},
                                    {Lie::level, std::string_view("level")},
                                    {Lie::slanted, std::string_view("slanted")}}) {
      Measure all;
      for (int i = 0; i < of_width; ++i) {
        const Stroke stroke = stroke_of(static_cast<int>(width) * of_width + i);
        if (stroke.lie == lie) all.add(plate, i * field, static_cast<int>(width) * field, stroke);
      }
      const double mean = all.sum / all.rows;
      out << std::setprecision(2) << widths[width] << ' ' << name << ' ' << std::setprecision(1)
          << 100.0 * all.gaps / all.rows << ' ' << std::setprecision(3) << mean << ' '
          << std::sqrt(std::max(0.0, all.squares / all.rows - mean * mean)) << '\n';
    }
  }
}

}  // namespace platerip::text
