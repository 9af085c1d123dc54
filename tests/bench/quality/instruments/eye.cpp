#include "tests/bench/quality/instruments/eye.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <functional>
#include <numbers>

namespace platerip::quality {
namespace {

constexpr std::array<double, 3> resolutions{300, 600, 1200};

std::vector<float> gains_of(int width, int height, double dpi) {
  const double scale = pixels_per_degree(dpi);
  std::vector<float> gains;
  gains.reserve(static_cast<std::size_t>(width / 2 + 1) * static_cast<std::size_t>(height));
  for (int v = 0; v < height; ++v) {
    for (int u = 0; u <= width / 2; ++u) {
      const double frequency = std::hypot(Fourier::frequency(u, width), Fourier::frequency(v, height));
      gains.push_back(static_cast<float>(passed_by_eye(frequency * scale)));
    }
  }
  return gains;
}

}  // namespace

double passed_by_eye(double cycles_per_degree) {
  return std::exp(-cycles_per_degree / (0.525 * std::log(luminance) + 3.91));
}

double pixels_per_degree(double dpi) {
  const double degree = viewing_distance * 2 * std::tan(std::numbers::pi / 360);  // in cm
  return degree * dpi / 2.54;
}

Image seen(Fourier& fourier, const Image& image, double dpi) {
  const double scale = pixels_per_degree(dpi);
  return fourier.filtered(
      image, [&](float u, float v) { return static_cast<float>(passed_by_eye(std::hypot(u, v) * scale)); });
}

Eye::Gains& Eye::gains(int width, int height) {
  const auto place = gains_.find({width, height});
  if (place != gains_.end()) return place->second;
  Gains made{Fourier(width, height), {}};
  for (std::size_t k = 0; k < resolutions.size(); ++k) made.of_resolution[k] = gains_of(width, height, resolutions[k]);
  return gains_.emplace(std::pair(width, height), std::move(made)).first->second;
}

SeenError Eye::error(const Image& difference, int margin, double most_dpi) {
  Gains& gains = this->gains(difference.width, difference.height);
  const auto amplitudes = gains.fourier.forward(difference);
  const std::vector<std::complex<float>> kept(amplitudes.begin(), amplitudes.end());  // inverse() overwrites them
  std::array<double, 3> errors{};
  for (std::size_t k = 0; k < errors.size() && resolutions[k] <= most_dpi; ++k) {
    std::ranges::transform(kept, gains.of_resolution[k], amplitudes.begin(), std::multiplies<>());
    const Image seen_error = gains.fourier.inverse();
    errors[k] = rms(seen_error, inside(seen_error, margin));
  }
  return {errors[0], errors[1], errors[2]};
}

SeenError quadratic_mean(const std::vector<SeenError>& errors) {
  SeenError sums;
  for (const SeenError& error : errors) {
    sums.e300 += error.e300 * error.e300;
    sums.e600 += error.e600 * error.e600;
    sums.e1200 += error.e1200 * error.e1200;
  }
  const auto count = static_cast<double>(errors.size());
  return {std::sqrt(sums.e300 / count), std::sqrt(sums.e600 / count), std::sqrt(sums.e1200 / count)};
}

}  // namespace platerip::quality
