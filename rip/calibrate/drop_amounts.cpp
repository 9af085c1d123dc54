#include "rip/calibrate/drop_amounts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>

#include "rip/calibrate/ink_filter.h"

namespace platerip::rip {
namespace {

constexpr double most_n = 20;
constexpr int tries = 200;  // of 1/n, evenly spaced
constexpr double all_pixels = 99.9;

using Equations = std::vector<std::vector<double>>;

// A patch in numbers: shares and light from 0 to 1, light as a part of paper's.
struct Sample {
  std::vector<double> shares;
  double light = 0;
};

// How light and ink belong together: for the exponent 1/n.
struct Gain {
  double power;
  double solid;  // the light of solid

  [[nodiscard]] double range() const { return 1 - std::pow(solid, power); }
  [[nodiscard]] double ink(double light) const { return (1 - std::pow(light, power)) / range(); }
  [[nodiscard]] double light(double ink) const { return std::pow(std::max(1 - ink * range(), 0.0), 1 / power); }
  /// By how much light falls with ink.
  [[nodiscard]] double slope(double light) const { return range() / power * std::pow(light, 1 - power); }
};

// Solves a symmetric, positive definite system; nothing if it is singular.
std::optional<std::vector<double>> solved(Equations matrix, std::vector<double> values) {
  const std::size_t count = values.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (matrix[i][i] < 1e-9) return std::nullopt;
    for (std::size_t row = i + 1; row < count; ++row) {
      const double factor = matrix[row][i] / matrix[i][i];
      for (std::size_t column = i; column < count; ++column) matrix[row][column] -= factor * matrix[i][column];
      values[row] -= factor * values[i];
    }
  }
  for (std::size_t i = count; i-- > 0;) {
    for (std::size_t column = i + 1; column < count; ++column) values[i] -= matrix[i][column] * values[column];
    values[i] /= matrix[i][i];
  }
  return values;
}

// The amounts of all sizes but the last, which has 1.
std::optional<std::vector<double>> amounts_for(const Gain& gain, const std::vector<Sample>& samples) {
  const std::size_t unknown = samples.front().shares.size() - 1;
  Equations matrix(unknown, std::vector<double>(unknown));
  std::vector<double> values(unknown);
  for (const Sample& sample : samples) {
    const double slope = gain.slope(sample.light);
    const double rest = gain.ink(sample.light) - sample.shares.back();
    for (std::size_t i = 0; i < unknown; ++i) {
      values[i] += slope * slope * sample.shares[i] * rest;
      for (std::size_t j = 0; j < unknown; ++j) matrix[i][j] += slope * slope * sample.shares[i] * sample.shares[j];
    }
  }
  auto amounts = solved(std::move(matrix), std::move(values));
  if (amounts) amounts->push_back(1);
  return amounts;
}

double ink_of(const Sample& sample, const std::vector<double>& amounts) {
  double ink = 0;
  for (std::size_t i = 0; i < amounts.size(); ++i) ink += sample.shares[i] * amounts[i];
  return ink;
}

struct DropFit {
  Gain gain{};
  std::vector<double> amounts;
  double squares = std::numeric_limits<double>::infinity();
};

// The amounts with the gain that suits them best; none if the system is singular.
DropFit best_fit(const std::vector<Sample>& samples, double solid) {
  DropFit best;
  for (int i = 0; i <= tries; ++i) {
    DropFit next{.gain = {1 - (1 - 1 / most_n) * i / tries, solid}, .amounts = {}, .squares = 0};
    auto amounts = amounts_for(next.gain, samples);
    if (!amounts) return {};
    next.amounts = *std::move(amounts);
    for (const Sample& sample : samples)
      next.squares += std::pow(next.gain.light(ink_of(sample, next.amounts)) - sample.light, 2);
    // Differences in the last digits decide nothing.
    if (next.squares + 1e-12 < best.squares) best = std::move(next);
  }
  return best;
}

// The number of the largest size that is measured.
std::size_t sizes_of(const Measurements& measured, std::size_t ink) {
  std::size_t sizes = 0;
  for (const Reading& reading : measured.readings) {
    if (reading.patch.ink() != ink) continue;
    for (std::size_t i = 0; i < reading.patch.drops.size(); ++i)
      if (reading.patch.drops[i] > 0) sizes = std::max(sizes, i + 1);
  }
  return sizes;
}

std::map<std::vector<double>, MeanReading> means_by_shares(const Measurements& measured, std::size_t ink,
                                                           std::size_t sizes) {
  std::map<std::vector<double>, MeanReading> means;
  for (const Reading& reading : measured.readings) {
    const bool is_paper = reading.patch.is_paper();
    if (!is_paper && reading.patch.ink() != ink) continue;
    std::vector<double> shares = reading.patch.drops;
    shares.resize(sizes);
    means[shares].add(reading);
  }
  return means;
}

// A size that does not print more than the next smaller one; nothing if all do.
std::optional<std::size_t> fallen(const std::vector<double>& amounts) {
  for (std::size_t i = 0; i < amounts.size(); ++i)
    if (amounts[i] <= (i == 0 ? 0 : amounts[i - 1])) return i;
  return std::nullopt;
}

}  // namespace

Result<DropAmounts> drop_amounts(const Measurements& measured, std::size_t ink) {
  const std::string about = measured.path + ": " + measured.inks[ink] + ": ";
  if (measured.filters.empty()) return Error{measured.path + ": has tone values; measure densities, L*a*b* or XYZ"};
  const std::size_t sizes = sizes_of(measured, ink);
  if (sizes < 2) return Error{about + "fewer than two drop sizes are measured"};
  const auto means = means_by_shares(measured, ink, sizes);
  std::vector<double> everywhere(sizes);
  const auto paper = means.find(everywhere);
  if (paper == means.end()) return Error{about + "no patch of bare paper is measured"};
  const auto solid = std::ranges::find_if(means, [](const auto& mean) { return mean.first.back() > all_pixels; });
  if (solid == means.end())
    return Error{about + "size " + std::to_string(sizes) + " in all pixels, which is solid ink, is not measured"};
  const auto filter = choose_filter(measured, ink, paper->second, solid->second);
  if (!filter.ok()) return filter.error();

  const double white = paper->second.light[*filter];
  const double darkest = solid->second.light[*filter] / white;
  std::vector<Sample> samples;
  DropAmounts result;
  for (const auto& [shares, mean] : means) {
    if (shares == paper->first || shares == solid->first) continue;
    Sample sample{.shares = shares, .light = mean.light[*filter] / white};
    for (double& share : sample.shares) share /= 100;
    result.patches.push_back({shares, 100 * (1 - sample.light) / (1 - darkest), 0, mean.where});
    samples.push_back(std::move(sample));
  }
  if (samples.empty()) return Error{about + "only size " + std::to_string(sizes) + " is measured"};
  const DropFit fit = best_fit(samples, darkest);
  if (fit.amounts.empty()) return Error{about + "not every drop size is measured"};
  if (const auto size = fallen(fit.amounts))
    return Error{about + "size " + std::to_string(*size + 1) + " prints no more ink than " +
                 (*size == 0 ? "paper" : "size " + std::to_string(*size)) + "; were patches swapped?"};
  for (std::size_t i = 0; i < samples.size(); ++i)
    result.patches[i].expected = 100 * (1 - fit.gain.light(ink_of(samples[i], fit.amounts))) / (1 - darkest);
  for (const double amount : fit.amounts) result.amounts.push_back(100 * amount);
  result.yule_nielsen = 1 / fit.gain.power;
  return result;
}

}  // namespace platerip::rip
