#include "tests/halftone/diffusion.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace platerip::halftone {
namespace {

// Where a pixel's error goes, as the papers draw it: the pixel itself is at `origin` of the first row.
struct Scatter {
  Method filter;
  int divisor;
  int origin;
  std::vector<std::vector<int>> rows;
};

// Every error filter of the product is here, written from its paper and not taken from the product's table.
const std::vector<Scatter> scatters{
    {"floyd-steinberg", 16, 1, {{0, 0, 7}, {3, 5, 1}}},
    {"fan", 16, 2, {{0, 0, 0, 7}, {1, 3, 5, 0}}},
    {"jarvis", 48, 2, {{0, 0, 0, 7, 5}, {3, 5, 7, 5, 3}, {1, 3, 5, 3, 1}}},
    {"stucki", 42, 2, {{0, 0, 0, 8, 4}, {2, 4, 8, 4, 2}, {1, 2, 4, 2, 1}}},
    {"sierra-two-row", 16, 2, {{0, 0, 0, 4, 3}, {1, 2, 3, 2, 1}}},
};

const Scatter& scatter_of(Method filter) {
  const auto found = std::ranges::find(scatters, filter, &Scatter::filter);
  if (found == scatters.end()) throw std::out_of_range("no scatter for " + std::string(filter.name()));
  return *found;
}

std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
  const std::int64_t quotient = value / divisor;
  return quotient - (value % divisor < 0);
}

}  // namespace

std::vector<int> diffuse(Method filter, int levels, int bits, std::int64_t width, std::int64_t height,
                         const std::function<int(std::int64_t, std::int64_t)>& sample, std::vector<int> drops) {
  const Scatter& scatter = scatter_of(filter);
  const auto multiplier = static_cast<std::int64_t>(std::lround(65536.0 / scatter.divisor));
  const bool even = drops.empty();
  for (int level = 0; even && level < levels; ++level) drops.push_back(level);
  std::vector<std::int64_t> amounts;
  for (const std::int64_t drop : drops) amounts.push_back((2 * drop * 4080 + drops.back()) / (2 * drops.back()));
  std::vector<std::int64_t> weighted(static_cast<std::size_t>(width * height));
  std::vector<int> result(weighted.size());
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto here = static_cast<std::size_t>(y * width + x);
      const std::int64_t a = sample(y, x);
      const std::int64_t amount = bits == 8 ? 16 * a : (a * 4080 + 32767) / 65535;
      const std::int64_t s = amount + floor_div(multiplier * weighted[here] + 32768, 65536);
      std::size_t level = 0;
      while (level + 1 < amounts.size() && 2 * s > amounts[level] + amounts[level + 1]) ++level;
      const std::int64_t error = s - amounts[level];
      result[here] = static_cast<int>(level);
      for (std::size_t down = 0; down < scatter.rows.size(); ++down) {
        for (std::size_t i = 0; i < scatter.rows[down].size(); ++i) {
          const std::int64_t to_x = x + static_cast<std::int64_t>(i) - scatter.origin;
          const std::int64_t to_y = y + static_cast<std::int64_t>(down);
          if (to_x < 0 || to_x >= width || to_y >= height) continue;
          weighted[static_cast<std::size_t>(to_y * width + to_x)] += scatter.rows[down][i] * error;
        }
      }
    }
  }
  return result;
}

}  // namespace platerip::halftone
