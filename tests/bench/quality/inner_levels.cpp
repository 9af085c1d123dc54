#include "tests/bench/quality/inner_levels.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace platerip::quality {

double off_level(const Halftone& halftone, int levels) {
  const float level = 255 * static_cast<float>((levels - 1) / 2) / static_cast<float>(levels - 1);
  std::mt19937 random(1);
  Image tint(512, 512);
  for (float& amount : tint.ink) amount = std::round(level + static_cast<float>(random() % 1024) * 12 / 1023 - 6);
  const Image plate = halftone.plate(tint, levels);
  const auto off = std::ranges::count_if(plate.ink, [&](float amount) { return std::abs(amount - level) > 0.5F; });
  return static_cast<double>(off) / static_cast<double>(plate.ink.size());
}

}  // namespace platerip::quality
