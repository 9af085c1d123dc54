#include "tests/bench/quality/drop_tones.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tests/bench/quality/flat_tones.h"
#include "tests/bench/quality/instruments/eye.h"

namespace platerip::quality {
namespace {

constexpr int tints_on_a_side = 20;
constexpr double step = 0.2;  // in percent of solid
constexpr int patch = 12;

Image tint_of(double percent) {
  return {tint_width, tint_height, static_cast<float>(255 * percent / 100)};
}

double percent_of(const std::vector<int>& amounts, std::size_t level) {
  return 100. * amounts[level] / amounts.back();
}

NearLevel near_level(Eye& eye, const Halftone& halftone, double level) {
  NearLevel near{.level = level, .least = INFINITY};
  double last = NAN;
  for (int k = -tints_on_a_side; k <= tints_on_a_side; ++k) {
    const double away = k * step;
    const Image tint = tint_of(level + away);
    const Image plate = halftone.plate(tint);
    const double seen = eye.error(crop(difference(plate, tint), measured_tint), eye_margin, 600).e600;
    near.least = std::min(near.least, seen);
    near.most = std::max(near.most, seen);
    near.change = std::fmax(near.change, std::abs(seen - last));
    last = seen;
    if (std::abs(away) < 1 + step / 2) near.patchy = std::max(near.patchy, patchiness(crop(plate, measured_tint)));
  }
  return near;
}

double variance(const Image& plate, const Area& area) {
  const double of_squares = rms(plate, area), of_all = mean(plate, area);
  return of_squares * of_squares - of_all * of_all;
}

}  // namespace

std::vector<NearLevel> near_levels(const Halftone& halftone, const std::vector<int>& amounts) {
  Eye eye;
  std::vector<NearLevel> all;
  for (std::size_t level = 1; level + 1 < amounts.size(); ++level)
    all.push_back(near_level(eye, halftone, percent_of(amounts, level)));
  return all;
}

double patchiness(const Image& plate) {
  double sum = 0, squares = 0;
  int count = 0;
  for (int y = 0; y + patch <= plate.height; y += patch) {
    for (int x = 0; x + patch <= plate.width; x += patch) {
      const double here = variance(plate, {x, y, patch, patch});
      sum += here;
      squares += here * here;
      ++count;
    }
  }
  const double mean = sum / count;
  return mean > 1e-6 ? std::sqrt(std::max(0., squares / count - mean * mean)) / mean : 0;
}

std::vector<double> use_of_drops(const Halftone& halftone, const std::vector<int>& amounts, double percent) {
  const Image plate = crop(halftone.plate(tint_of(percent)), measured_tint);
  std::vector<double> shares;
  for (std::size_t level = 0; level < amounts.size(); ++level) {
    const auto ink = static_cast<float>(255 * percent_of(amounts, level) / 100);
    const auto count = std::ranges::count_if(plate.ink, [ink](float amount) { return std::abs(amount - ink) < 0.1F; });
    shares.push_back(static_cast<double>(count) / static_cast<double>(plate.ink.size()));
  }
  return shares;
}

}  // namespace platerip::quality
