// Images made for tests.
#pragma once

#include <random>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// An image with value(x, y) at each pixel.
template <typename Value>
Image made_image(int width, int height, Value value) {
  Image image(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) image.row(y)[x] = static_cast<float>(value(x, y));
  return image;
}

/// A plate whose pixels have ink by chance, each for itself.
inline Image random_plate(int width, int height, double tone, std::mt19937& random) {
  std::bernoulli_distribution has_ink(tone / 255);
  return made_image(width, height, [&](int, int) { return has_ink(random) ? 255 : 0; });
}

}  // namespace platerip::quality
