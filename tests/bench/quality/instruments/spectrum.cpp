#include "tests/bench/quality/instruments/spectrum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>

namespace platerip::quality {
namespace {

constexpr int middle = square / 2;

// Calls use(u, v, distance) for one of each pair of mirrored frequencies, in 1/square cycles per pixel from the middle,
// as far as 1/2 cycle per pixel.
template <typename Use>
void for_each_frequency(Use use) {
  for (int v = 1 - middle; v < middle; ++v) {
    for (int u = 0; u < middle; ++u) {
      const double distance = std::hypot(u, v);
      if (distance > middle || (u == 0 && v <= 0)) continue;
      use(u, v, distance);
    }
  }
}

// The power that the transform of one square adds to the spectrum, mirrored frequencies included.
void add_power(std::span<const std::complex<float>> amplitudes, float scale, Image& power) {
  for (int v = 0; v < square; ++v) {
    for (int u = 0; u <= middle; ++u) {
      const float more = std::norm(amplitudes[static_cast<std::size_t>(v * (middle + 1) + u)]) * scale;
      power.row((v + middle) % square)[(u + middle) % square] += more;
      if (u > 0 && u < middle) power.row((middle - v + square) % square)[middle - u] += more;
    }
  }
}

}  // namespace

double decibels(double ratio) {
  return 10 * std::log10(ratio);
}

void Spectrum::measure(const Image& plate, const Area& area) {
  power_ = Image(square, square);
  const double tone = mean(plate, area);
  const double variance = tone * (255 - tone);
  if (variance <= 0) return;
  const double pixels = spectrum_side * spectrum_side;  // of all squares
  for (int k = 0; k < squares_on_a_side * squares_on_a_side; ++k) {
    Image part = crop(
        plate, {area.left + k % squares_on_a_side * square, area.top + k / squares_on_a_side * square, square, square});
    const auto own_mean = static_cast<float>(mean(part, inside(part, 0)));
    for (float& amount : part.ink) amount -= own_mean;
    add_power(fourier_.forward(part), static_cast<float>(1 / (variance * pixels)), power_);
  }
}

double Spectrum::anisotropy() const {
  struct Ring {
    double count = 0;
    double sum = 0;
    double squares = 0;
  };
  std::array<Ring, middle + 1> rings{};
  for_each_frequency([&](int u, int v, double distance) {
    Ring& ring = rings[static_cast<std::size_t>(std::lround(distance))];
    const double power = power_.at(middle + u, middle + v);
    ring.count += 1;
    ring.sum += power;
    ring.squares += power * power;
  });
  double sum = 0;
  int count = 0;
  for (const Ring& ring : rings) {
    if (ring.count < 6 || ring.sum <= 0) continue;
    const double mean_power = ring.sum / ring.count;
    sum += (ring.squares - ring.sum * mean_power) / (ring.count - 1) / (mean_power * mean_power);
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

double Spectrum::strongest_direction() const {
  std::array<double, directions> sums{}, counts{};
  for_each_frequency([&](int u, int v, double distance) {
    if (4 * distance > square) return;
    const double turn = std::atan2(v, u) / std::numbers::pi;  // −1/2 to 1/2
    const auto direction =
        static_cast<std::size_t>(std::lround(turn * directions) + directions) % static_cast<std::size_t>(directions);
    sums[direction] += static_cast<double>(power_.at(middle + u, middle + v));
    counts[direction] += 1;
  });
  double total = 0, strongest = 0;
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double power = sums[k] / counts[k];
    total += power;
    strongest = std::max(strongest, power);
  }
  return total > 0 ? strongest * directions / total : 1;
}

}  // namespace platerip::quality
