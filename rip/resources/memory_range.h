// How much memory something may take: what it takes as a rule, and what it takes if it must. Nothing here throws.
#pragma once

#include <cstddef>

namespace platerip::rip {

/// Bytes of memory. `usual` is the budget; who cannot do with it may take up to `most`, and then takes no more than it
/// needs. In a limit that somebody has set, both are equal.
struct MemoryRange {
  constexpr MemoryRange(std::size_t limit) : usual(limit), most(limit) {}
  constexpr MemoryRange(std::size_t usual_bytes, std::size_t most_bytes) : usual(usual_bytes), most(most_bytes) {}

  std::size_t usual;
  std::size_t most;

  friend constexpr MemoryRange operator/(const MemoryRange& range, std::size_t share) {
    return {range.usual / share, range.most / share};
  }
};

}  // namespace platerip::rip
