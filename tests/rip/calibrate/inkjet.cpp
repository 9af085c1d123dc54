#include "tests/rip/calibrate/inkjet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace platerip::test {
namespace {

// A picture of an area with some pixels around it, because light and dots reach over its edge.
struct Picture {
  int width;
  int height;
  std::vector<double> at;
};

constexpr int reach = 8;

Picture amounts_of(const Plate& plate, const Area& area, const std::vector<double>& amounts) {
  Picture picture{static_cast<int>(area.width) + 2 * reach, static_cast<int>(area.height) + 2 * reach, {}};
  for (int y = 0; y < picture.height; ++y)
    for (int x = 0; x < picture.width; ++x)
      picture.at.push_back(
          amounts.at(plate.levels.at((area.top + y - reach) * std::size_t{plate.width} + area.left + x - reach)));
  return picture;
}

double mean_inside(const Picture& picture, int scale, auto value) {
  double sum = 0;
  for (int y = reach * scale; y < picture.height - reach * scale; ++y)
    for (int x = reach * scale; x < picture.width - reach * scale; ++x)
      sum += value(static_cast<std::size_t>(y) * picture.width + x);
  return sum / (picture.height - 2.0 * reach * scale) / (picture.width - 2.0 * reach * scale);
}

// Gaussian, in one direction; `step` is the distance of neighbours.
void spread(std::vector<double>& values, int step, int run) {
  constexpr double sigma = 2;  // the mean distance in two dimensions is 1.25 times that
  std::array<double, 2 * reach + 1> weights{};
  double sum = 0;
  for (int i = -reach; i <= reach; ++i) sum += weights[i + reach] = std::exp(-i * i / (2 * sigma * sigma));
  const std::vector<double> from = values;
  for (std::size_t place = 0; place < values.size(); ++place) {
    const int in_run = static_cast<int>(place) / step % run;
    double value = 0;
    for (int i = -reach; i <= reach; ++i)
      value += weights[i + reach] * from[place + (std::clamp(in_run + i, 0, run - 1) - in_run) * step];
    values[place] = value / sum;
  }
}

// Light passes the ink on its way in and on its way out.
double light_of_spreading_paper(const Picture& ink, double solid) {
  std::vector<double> passing;
  for (const double amount : ink.at) passing.push_back(1 - amount * (1 - std::sqrt(solid)));
  std::vector<double> in_paper = passing;
  spread(in_paper, 1, ink.width);
  spread(in_paper, ink.width, ink.height);
  return mean_inside(ink, 1, [&](std::size_t place) { return passing[place] * in_paper[place]; });
}

// The share of the area that drops cover.
double covered_by_round_drops(const Picture& ink) {
  constexpr double solid_area = 1.4;
  constexpr int scale = 8;  // points for each pixel, in both directions
  const Picture points{ink.width * scale, ink.height * scale, {}};
  std::vector<std::uint8_t> covered(static_cast<std::size_t>(points.width) * points.height);
  for (int y = 1; y + 1 < ink.height; ++y) {
    for (int x = 1; x + 1 < ink.width; ++x) {
      const double radius = scale * std::sqrt(solid_area * ink.at[y * std::size_t(ink.width) + x] / std::numbers::pi);
      const int most = static_cast<int>(std::ceil(radius)) - scale / 2;
      for (int j = -most; j < scale + most; ++j) {
        const double high = j + 0.5 - scale / 2.0;
        const double half = std::sqrt(std::max(radius * radius - high * high, 0.0));
        const auto left = static_cast<int>(std::ceil(scale / 2.0 - half - 0.5));
        const auto right = static_cast<int>(std::floor(scale / 2.0 + half - 0.5));
        for (int i = left; i <= right; ++i) covered[(y * scale + j) * std::size_t(points.width) + x * scale + i] = 1;
      }
    }
  }
  return mean_inside(points, scale, [&](std::size_t place) { return double(covered[place]); });
}

}  // namespace

std::array<double, 3> Inkjet::print(const Plate& plate, const Area& area) const {
  const Picture ink = amounts_of(plate, area, amounts);
  std::array<double, 3> light{};
  const double covered = drops == Drops::round ? covered_by_round_drops(ink) : 0;
  for (std::size_t i = 0; i < light.size(); ++i)
    light[i] = drops == Drops::round ? 1 - covered * (1 - solid[i]) : light_of_spreading_paper(ink, solid[i]);
  return light;
}

}  // namespace platerip::test
