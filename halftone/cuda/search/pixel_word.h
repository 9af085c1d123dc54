// A pixel as the search keeps it on the device: a word of 15 bits. Nothing here throws.
#pragma once

#include <cstdint>

#include "halftone/search.h"

namespace platerip::halftone::cuda {

/// From the lowest bit: r (search.h) in 10 bits, whether the pixel prints the upper level, the level below its amount.
/// 0 is paper, and what is outside the page.
using PixelWord = std::uint16_t;

inline constexpr int upper_bit = 10;
inline constexpr unsigned upper_level = 1U << upper_bit;
static_assert(search_step - 1 < upper_level);

/// The word of a sample, from 0 to `solid`, whose pixel prints `level`.
constexpr PixelWord pixel_word(unsigned sample, unsigned solid, unsigned levels, unsigned level) {
  const unsigned scaled = sample * (levels - 1);
  const unsigned rest = (unsigned{search_step} * (scaled % solid) + solid / 2) / solid;
  const bool is_next = rest == unsigned{search_step};
  const unsigned below = scaled / solid + (is_next ? 1 : 0);
  if (rest == 0 || is_next) return static_cast<PixelWord>(below << (upper_bit + 1));
  return static_cast<PixelWord>(below << (upper_bit + 1) | (level > below ? upper_level : 0) | rest);
}

/// The same from an error and the level below.
constexpr PixelWord pixel_word(int error, int below) {
  const unsigned rest = static_cast<unsigned>(error > 0 ? search_step - error : -error);
  return static_cast<PixelWord>(static_cast<unsigned>(below) << (upper_bit + 1) | (error > 0 ? upper_level : 0) | rest);
}

/// The pixel's error e.
constexpr int error_of(PixelWord word) {
  return static_cast<int>(word >> upper_bit & 1U) * search_step - static_cast<int>(word & (upper_level - 1));
}

/// The level below the pixel's amount, and the level that the pixel prints.
constexpr int level_below(PixelWord word) {
  return word >> (upper_bit + 1);
}
constexpr unsigned printed_level(PixelWord word) {
  return static_cast<unsigned>(level_below(word)) + (word >> upper_bit & 1U);
}

}  // namespace platerip::halftone::cuda
