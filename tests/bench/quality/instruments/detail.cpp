#include "tests/bench/quality/instruments/detail.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace platerip::quality {
namespace {

constexpr int tile = 64;
constexpr int reach = 3;  // of the Gaussian

std::array<double, 2 * reach + 1> gaussian() {
  std::array<double, 2 * reach + 1> weights{};
  double sum = 0;
  for (int k = -reach; k <= reach; ++k) sum += weights[static_cast<std::size_t>(k + reach)] = std::exp(-k * k / 2.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

// Blurs rows only, and turns the picture, so that twice is both directions. It gets smaller by the Gaussian's reach.
Image blurred_and_turned(const Image& image) {
  const auto weights = gaussian();
  Image made(image.height, image.width - 2 * reach);
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < made.height; ++x) {
      double sum = 0;
      for (int k = 0; k <= 2 * reach; ++k)
        sum += weights[static_cast<std::size_t>(k)] * static_cast<double>(image.at(x + k, y));
      made.row(x)[y] = static_cast<float>(sum);
    }
  }
  return made;
}

}  // namespace

Shift shift(const Image& original, const Image& plate) {
  Fourier fourier(original.width, original.height);
  const Image o = seen(fourier, original, 600), p = seen(fourier, plate, 600);
  const Area area = inside(o, eye_margin);
  double xx = 0, xy = 0, yy = 0, xe = 0, ye = 0;
  for (int y = area.top; y < area.top + area.height; ++y) {
    for (int x = area.left; x < area.left + area.width; ++x) {
      const double slope_x = static_cast<double>(o.at(x + 1, y) - o.at(x - 1, y)) / 2;
      const double slope_y = static_cast<double>(o.at(x, y + 1) - o.at(x, y - 1)) / 2;
      const double error = static_cast<double>(p.at(x, y) - o.at(x, y));
      xx += slope_x * slope_x;
      xy += slope_x * slope_y;
      yy += slope_y * slope_y;
      xe += slope_x * error;
      ye += slope_y * error;
    }
  }
  const double determinant = xx * yy - xy * xy;
  if (determinant <= 1e-9 * xx * xx || determinant <= 1e-9 * yy * yy) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    return {unknown, unknown};
  }
  return {-(xx * ye - xy * xe) / determinant, -(yy * xe - xy * ye) / determinant};
}

double tile_error(const Image& original, const Image& plate) {
  const Image error = difference(plate, original);
  double sum = 0;
  int count = 0;
  for (int top = 0; top + tile <= error.height; top += tile) {
    for (int left = 0; left + tile <= error.width; left += tile) {
      const double off = mean(error, {left, top, tile, tile});
      sum += off * off;
      ++count;
    }
  }
  return std::sqrt(sum / count);
}

double gaussian_error(const Image& original, const Image& plate) {
  const Image blurred = blurred_and_turned(blurred_and_turned(plate));
  double sum = 0;
  for (int y = 0; y < blurred.height; ++y)
    for (int x = 0; x < blurred.width; ++x)
      sum += std::abs(static_cast<double>(original.at(x + reach, y + reach) - blurred.at(x, y)));
  return sum / (1.0 * blurred.width * blurred.height);
}

Faithfulness compare(Eye& eye, const Image& original, const Image& plate) {
  return {eye.error(difference(plate, original)), shift(original, plate), tile_error(original, plate),
          gaussian_error(original, plate)};
}

Faithfulness summary(const std::vector<Faithfulness>& pictures) {
  Faithfulness all;
  std::vector<SeenError> errors;
  const auto count = static_cast<double>(pictures.size());
  for (const Faithfulness& one : pictures) {
    errors.push_back(one.error);
    all.shift.rows += one.shift.rows / count;
    all.shift.columns += one.shift.columns / count;
    all.tiles += one.tiles * one.tiles / count;
    all.g1 += one.g1 / count;
  }
  all.error = quadratic_mean(errors);
  all.tiles = std::sqrt(all.tiles);
  return all;
}

}  // namespace platerip::quality
