// The table of the eye's weights in the layout that SIMD needs. Private to halftone/cpu/.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "halftone/search.h"

namespace platerip::halftone::cpu {

/// Columns before a pixel at which a row of SearchWords::changes begins.
inline constexpr int changes_before = 17;

struct SearchWords {
  /// Weights c(2j, dx) and c(2j + 1, dx), the first in the lower half: [j][dx + eye_reach].
  std::array<std::array<std::int32_t, 2 * eye_reach + 1>, (eye_reach + 1) / 2> pairs;
  /// 1020·c(dy, dx): [dy][dx + changes_before]; 0 beyond the table.
  std::array<std::array<std::int32_t, 64>, eye_reach + 1> changes;
};
static_assert(eye_reach % 2 == 1);

constexpr SearchWords search_words(const EyeTable& eye) {
  SearchWords words{};
  for (int dy = 0; dy <= eye_reach; ++dy) {
    const auto row = static_cast<std::size_t>(dy);
    for (int dx = -eye_reach; dx <= eye_reach; ++dx) {
      words.pairs[row / 2].data()[dx + eye_reach] += eye(dy, dx) << dy % 2 * 16;
      words.changes[row].data()[dx + changes_before] = search_step * eye(dy, dx);
    }
  }
  return words;
}

/// For each of search_methods that has an eye.
inline constexpr auto words_of_methods = [] {
  std::array<SearchWords, search_methods.size()> words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    // Not a comparison of `eye`: with sanitizers, GCC does not take the address of a table for a constant.
    if (search_methods[i].moves == Moves::toggles_and_swaps) words[i] = search_words(*search_methods[i].eye);
  }
  return words;
}();

}  // namespace platerip::halftone::cpu
