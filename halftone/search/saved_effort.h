// A search's effort in PlaneBoundary::state: rounds, sweeps and the eye, a byte each. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "halftone/search.h"

namespace platerip::halftone {

inline constexpr std::size_t effort_bytes = 3;
static_assert(max_search_rounds < 256 && max_search_sweeps < 256);

/// Appends the effort to a state. May throw std::bad_alloc.
inline void save_effort(const SearchEffort& effort, std::vector<std::byte>& state) {
  for (const int value : {effort.rounds, effort.sweeps, static_cast<int>(effort.eye)})
    state.push_back(static_cast<std::byte>(value));
}

/// The effort at the beginning of `state`. Its values are not checked. Precondition: there are effort_bytes.
inline SearchEffort saved_effort(std::span<const std::byte> state) {
  return {.rounds = std::to_integer<int>(state[0]),
          .sweeps = std::to_integer<int>(state[1]),
          .eye = static_cast<Eye>(state[2])};
}

}  // namespace platerip::halftone
