#include "rip/proofs/report/averaging.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "rip/proofs/report/level_rows.h"

namespace platerip::rip {
namespace {

// With this deviation, in cells, a Gaussian leaves a thousandth of the cells' own contrast.
constexpr double deviation_in_cells = 0.6;
constexpr double gaussian_reach = 3;  // deviations
constexpr double margin_of_page = 2;  // deviations
constexpr double parts_of_cell = 4;   // fine enough that no harmonic of the cells comes back as a coarse pattern

// The borders of the picture's pixels. A pixel of the page that is cut becomes a part of its own.
std::vector<std::int64_t> borders_of_pixels(std::int64_t length, std::int64_t count, double step) {
  std::vector<std::int64_t> borders = {0};
  const auto add = [&](double at) {
    const std::int64_t border = std::min(length, static_cast<std::int64_t>(at));
    if (border > borders.back()) borders.push_back(border);
  };
  for (std::int64_t i = 1; i < count; ++i) {
    add(std::floor(static_cast<double>(i) * step));
    add(std::ceil(static_cast<double>(i) * step));
  }
  if (length > borders.back()) borders.push_back(length);
  return borders;
}

// Parts that divide a cell.
std::vector<std::int64_t> borders_in_cells(std::int64_t length, double cell) {
  const double part = std::clamp(cell / parts_of_cell, 1.0, static_cast<double>(length));
  return parts_of(length, static_cast<std::int64_t>(part));
}

// The integral, from minus infinity to x, of the integral of a Gaussian; without a deviation, of a step.
double twice_integrated(double x, double sigma) {
  if (sigma == 0) return std::max(0.0, x);
  const double z = x / sigma;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  return sigma * (z * std::erfc(-z / std::numbers::sqrt2) / 2 + density);
}

struct Window {
  double left;
  double right;
};

// What pixel `i` averages, before the Gaussian. At the ends of the page, the Gaussian moves inwards, because half of it
// would see halves of cells.
Window window_of(std::int64_t i, double step, std::int64_t length, double sigma) {
  const auto end = static_cast<double>(length);
  const double left = static_cast<double>(i) * step;
  const double right = std::min(left + step, end);
  const double middle = (left + right) / 2;
  const double margin = std::min(margin_of_page * sigma, end / 2);
  const double shift = std::clamp(middle, margin, end - margin) - middle;
  return {left + shift, right + shift};
}

}  // namespace

std::int64_t Averaging::bytes() const {
  const std::size_t shares = pixels.back().weight + pixels.back().count;
  return static_cast<std::int64_t>(borders.size() * sizeof(std::int64_t) + pixels.size() * sizeof(Pixel) +
                                   shares * sizeof(float));
}

std::int64_t Averaging::overlap() const {
  std::size_t most = 1;
  for (std::size_t pixel = 0, first = 0; pixel < pixels.size(); ++pixel) {
    while (pixels[first].first + pixels[first].count <= pixels[pixel].first) ++first;
    most = std::max(most, pixel - first + 1);
  }
  return static_cast<std::int64_t>(most);
}

Averaging averaging_unweighted(std::int64_t length, std::int64_t count, double step, double cell) {
  const double sigma = deviation_in_cells * cell;
  Averaging made;
  made.borders = cell == 0 ? borders_of_pixels(length, count, step) : borders_in_cells(length, cell);
  const auto& borders = made.borders;
  std::size_t first = 0, weight = 0;
  for (std::int64_t i = 0; i < count; ++i) {
    const Window window = window_of(i, step, length, sigma);
    while (static_cast<double>(borders[first + 1]) <= window.left - gaussian_reach * sigma) ++first;
    std::size_t end = first + 1;
    while (end + 1 < borders.size() && static_cast<double>(borders[end]) < window.right + gaussian_reach * sigma) ++end;
    made.pixels.push_back({first, end - first, weight});
    weight += end - first;
  }
  return made;
}

Averaging averaging(std::int64_t length, std::int64_t count, double step, double cell) {
  const double sigma = deviation_in_cells * cell;
  Averaging made = averaging_unweighted(length, count, step, cell);
  std::vector<double> shares;
  for (std::int64_t i = 0; i < count; ++i) {
    const Averaging::Pixel& pixel = made.pixels[static_cast<std::size_t>(i)];
    const std::int64_t* const borders = &made.borders[pixel.first];
    const Window window = window_of(i, step, length, sigma);
    const auto share_before = [&](std::int64_t border) {
      const auto x = static_cast<double>(border);
      return twice_integrated(x - window.left, sigma) - twice_integrated(x - window.right, sigma);
    };
    double sum = 0, before = share_before(borders[0]);
    shares.clear();
    for (std::size_t part = 0; part < pixel.count; ++part) {
      const double after = share_before(borders[part + 1]);
      shares.push_back(after - before);
      sum += shares.back();
      before = after;
    }
    for (std::size_t part = 0; part < pixel.count; ++part) {
      const auto pixels = static_cast<double>(borders[part + 1] - borders[part]);
      made.weights.push_back(static_cast<float>(shares[part] / (sum * pixels)));
    }
  }
  return made;
}

}  // namespace platerip::rip
