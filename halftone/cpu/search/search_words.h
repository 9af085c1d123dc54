// The table of the eye's weights in the layouts that SIMD needs. Private to halftone/cpu/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/search.h"

namespace platerip::halftone::cpu {

/// Rows whose sums are computed at once, and the pairs of rows that these need.
inline constexpr int rows_at_once = 4;
inline constexpr int pairs_at_once = (rows_at_once + 2 * eye_reach) / 2;

/// Columns before a pixel at which a row of SearchWords::weights begins.
inline constexpr int weights_before = 32;

struct SearchWords {
  /// Weights of a pair of rows in a row, the upper one in the lower half: c(dy, dx) and c(dy + 1, dx), where dy is
  /// i − eye_reach − rows_at_once + 1: [i][dx].
  std::array<std::array<std::int32_t, eye_reach + 1>, 2 * pairs_at_once + rows_at_once - 2> pairs;
  /// c(dy, dx), and the same times 2^16: [dy][dx + weights_before]; 0 beyond the table.
  std::array<std::array<std::int32_t, 2 * weights_before>, eye_reach + 2> weights;
  std::array<std::array<std::int32_t, 2 * weights_before>, eye_reach + 2> upper_weights;
};
static_assert(rows_at_once % 2 == 0 && eye_reach % 2 == 1);

constexpr SearchWords search_words(const EyeTable& eye) {
  SearchWords words{};
  for (std::size_t i = 0; i < words.pairs.size(); ++i) {
    const int dy = static_cast<int>(i) - eye_reach - rows_at_once + 1;
    for (int dx = 0; dx <= eye_reach; ++dx) words.pairs[i].data()[dx] = eye(dy, dx) + (eye(dy + 1, dx) << 16);
  }
  for (int dy = 0; dy <= eye_reach; ++dy) {
    const auto row = static_cast<std::size_t>(dy);
    for (int dx = -eye_reach; dx <= eye_reach; ++dx) {
      words.weights[row].data()[dx + weights_before] = eye(dy, dx);
      words.upper_weights[row].data()[dx + weights_before] = eye(dy, dx) << 16;
    }
  }
  return words;
}

inline constexpr SearchWords words_at_450_dpi = search_words(nasanen_450);
inline constexpr SearchWords words_at_300_dpi = search_words(nasanen_300);

inline const SearchWords& words_of(Eye eye) {
  switch (eye) {
    case Eye::at_450_dpi:
      return words_at_450_dpi;
    case Eye::at_300_dpi:
      return words_at_300_dpi;
  }
  return words_at_450_dpi;
}

}  // namespace platerip::halftone::cpu
