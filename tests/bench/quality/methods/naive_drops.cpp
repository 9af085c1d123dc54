#include "tests/bench/quality/methods/naive_drops.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace platerip::quality {
namespace {

// Straight lines through the points (from[k], to[k]), of which the last are solid.
struct Curve {
  std::vector<int> from, to;

  [[nodiscard]] float operator()(float ink) const {
    const float amount = ink * static_cast<float>(from.back()) / 255;
    std::size_t k = 1;
    while (k + 1 < from.size() && amount >= static_cast<float>(from[k])) ++k;
    const float share = (amount - static_cast<float>(from[k - 1])) / static_cast<float>(from[k] - from[k - 1]);
    const float made = static_cast<float>(to[k - 1]) + share * static_cast<float>(to[k] - to[k - 1]);
    return 255 * made / static_cast<float>(to.back());
  }
};

std::vector<Image> bent(std::vector<Image> planes, const Curve& curve) {
  for (Image& plane : planes) std::ranges::transform(plane.ink, plane.ink.begin(), curve);
  return planes;
}

}  // namespace

Halftone with_curve(const std::string& name, const std::vector<int>& amounts) {
  std::vector<int> even(amounts.size());
  std::iota(even.begin(), even.end(), 0);
  Halftone halftone = with_drops(name, {.amounts = even});
  halftone.plates = [of_even = halftone.plates, amounts, even](const std::vector<Image>& planes, int levels) {
    return bent(of_even(bent(planes, {.from = amounts, .to = even}), levels), {.from = even, .to = amounts});
  };
  return halftone;
}

}  // namespace platerip::quality
