// An ink that prints a part of another one. Nothing here throws but copies (std::bad_alloc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace platerip::rip {

/// What an ink of a page gets of an ink that is split. The split ink itself is among them.
struct SplitInk {
  std::size_t from = 0;  ///< the ink that is split
  std::size_t ink = 0;   ///< the ink that gets a part of it
  std::vector<std::uint16_t>
      table;  ///< the part for each of the 2^bits tones; empty: nothing, and the ink has no plate

  /// Whether it exists only because another ink is split.
  [[nodiscard]] bool is_new() const { return ink != from; }
};

}  // namespace platerip::rip
