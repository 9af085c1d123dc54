// Colours whose rounding LittleCMS must decide, for tests of programs for GPUs.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "separation/cuda/tables.h"

namespace platerip::separation::cuda {

/// The samples of those of these pixels that are in doubt.
inline std::vector<std::uint16_t> doubtful_colors(const Tables& tables, const std::vector<std::uint16_t>& samples) {
  std::vector<std::uint16_t> found;
  with_program<std::uint16_t>(tables.recipe, [&](const auto& from) {
    constexpr std::size_t colors = std::remove_cvref_t<decltype(from)>::colors;
    for (std::size_t i = 0; i + colors <= samples.size(); i += colors) {
      std::array<std::uint16_t, colors> color{};
      std::copy_n(&samples[i], colors, color.begin());
      bool doubtful = false;
      from(color, from.program.nodes, doubtful);
      if (doubtful) found.insert(found.end(), color.begin(), color.end());
    }
  });
  return found;
}

}  // namespace platerip::separation::cuda
