// The point processes: thresholds that do not depend on other pixels.
#pragma once

#include <array>
#include <cstdint>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// The threshold, in 1/128 of a step between levels, at each of eight columns of page row y, which repeat. A pixel's
/// level is the number of k in 1 … levels − 1 with A > (k − 1 + t/128)·step.
/// For bayer: B. E. Bayer, "An optimum method for two-level rendition of continuous-tone pictures", ICC 1973: the 8×8
/// index matrix interleaves the bits of x xor y and of y, the lowest bit first; t = 2·index + 1.
constexpr std::array<int, 8> point_thresholds(Method method, std::int64_t y) {
  std::array<int, 8> thresholds{};
  for (int x = 0; x < 8; ++x) {
    int index = 0;
    for (int bit = 0; bit < 3; ++bit) {
      const int row_bit = static_cast<int>(y >> bit & 1);
      const int column_bit = x >> bit & 1;
      index = index << 2 | (column_bit ^ row_bit) << 1 | row_bit;
    }
    thresholds[static_cast<std::size_t>(x)] = method == Method::threshold ? 64 : 2 * index + 1;
  }
  return thresholds;
}

}  // namespace platerip::halftone
