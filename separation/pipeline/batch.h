// Pixels on their way through the steps. Private to separation/.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>

#include "separation/pipeline/steps.h"

namespace platerip::separation::pipeline {

/// One row per channel. Steps overwrite them.
struct Batch {
  static constexpr int pixels = 512;  ///< few enough for the innermost cache

  /// The pixels in use: a multiple of `unit`, so that vectors need no remainder.
  static constexpr int unit = 32;
  int count = 0;

  alignas(64) std::array<std::array<std::uint16_t, pixels>, max_channels> words;
  alignas(64) std::array<std::array<float, pixels>, max_channels> numbers;
  /// The pixels whose words are too close to call: LittleCMS itself must convert them.
  std::bitset<pixels> doubtful;
};

}  // namespace platerip::separation::pipeline
