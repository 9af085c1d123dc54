// Packs levels into the row of a plate. Private to halftone/.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace platerip::halftone::reference {

/// Packs level_of(0) … level_of(count − 1) into columns [begin, begin + count), the first in the most significant bits.
template <int bits, typename LevelOf>
void pack(std::int64_t begin, std::int64_t count, std::byte* row, LevelOf level_of) {
  constexpr int in_byte = 8 / bits;
  std::byte* pixels = row + begin / in_byte;
  std::int64_t i = 0;
  const auto fill_byte = [&](int filled, unsigned packed) {
    const int until = static_cast<int>(std::min<std::int64_t>(in_byte, filled + count - i));
    for (int place = filled; place < until; ++place, ++i) packed = packed << bits | level_of(i);
    *pixels++ = static_cast<std::byte>(packed << (8 - until * bits));
  };
  const int kept = static_cast<int>(begin % in_byte);
  if (kept > 0 && count > 0) fill_byte(kept, std::to_integer<unsigned>(*pixels) >> (8 - kept * bits));
  while (i < count) fill_byte(0, 0);
}

}  // namespace platerip::halftone::reference
