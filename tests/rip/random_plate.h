// A plate of random levels.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/halftone.h"
#include "rip/strips/level_ink.h"
#include "tests/random.h"

namespace platerip::test {

using namespace rip;

inline int level_at(const std::vector<std::byte>& rows, std::int64_t stride, int bits, std::int64_t x, std::int64_t y) {
  const auto byte = static_cast<unsigned>(rows[y * stride + x * bits / 8]);
  return static_cast<int>(byte >> (8 - bits - x * bits % 8) & ((1u << bits) - 1));
}

/// Bits behind a row are 0. Rows are `padding` bytes longer than they need be.
struct RandomPlate {
  RandomPlate(Random& random, std::int64_t width, std::int64_t height, int levels, std::int64_t padding)
      : bits(halftone::plate_bits(levels)),
        stride(halftone::plate_row_bytes(width, levels) + padding),
        rows(static_cast<std::size_t>(height * stride)) {
    for (std::int64_t y = 0; y < height; ++y)
      for (std::int64_t x = 0; x < width; ++x)
        rows[y * stride + x * bits / 8] |= static_cast<std::byte>(random(0, levels - 1) << (8 - bits - x * bits % 8));
  }
  halftone::Plate from(std::int64_t row) { return {rows.data() + row * stride, stride}; }
  [[nodiscard]] std::uint64_t at(std::int64_t x, std::int64_t y) const {
    return static_cast<std::uint64_t>(level_at(rows, stride, bits, x, y));
  }

  int bits;
  std::int64_t stride;
  std::vector<std::byte> rows;
};

/// Even levels, or levels whose inks are square numbers.
inline LevelInk level_ink(int levels, bool even) {
  halftone::PlaneSettings plane;
  for (int level = 0; !even && level < levels; ++level) plane.drops.amounts.push_back(level * level);
  return {plane, levels};
}

/// Borders of parts of `least` to `most` pixels; the last part may be shorter.
inline std::vector<std::int64_t> random_borders(Random& random, std::int64_t length, std::int64_t least,
                                                std::int64_t most) {
  std::vector<std::int64_t> borders{0};
  while (borders.back() < length) borders.push_back(std::min(length, borders.back() + random(least, most)));
  return borders;
}

}  // namespace platerip::test
