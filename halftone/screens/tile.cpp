#include "halftone/screens/tile.h"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "halftone/screens/field.h"

namespace platerip::halftone {
namespace {

constexpr std::int64_t solid_tone = 65535;

// Whole numbers p, q with p·a + q·b = gcd(a, b) > 0 (the extended Euclidean algorithm).
struct Bezout {
  std::int64_t gcd;
  std::int64_t p;
  std::int64_t q;
};

Bezout bezout(std::int64_t a, std::int64_t b) {
  Bezout now{a, 1, 0}, next{b, 0, 1};
  while (next.gcd != 0) {
    const std::int64_t times = now.gcd / next.gcd;
    now = {now.gcd - times * next.gcd, now.p - times * next.p, now.q - times * next.q};
    std::swap(now, next);
  }
  return now.gcd < 0 ? Bezout{-now.gcd, -now.p, -now.q} : now;
}

}  // namespace

// p·a + q·b is the move to the next row of bricks: `height` pixels down.
Bricks bricks_of(const PixelVector& a, const PixelVector& b) {
  const Bezout down = bezout(a.y, b.y);
  const std::int64_t width = std::abs(a.x * b.y - a.y * b.x) / down.gcd;
  const std::int64_t right = down.p * a.x + down.q * b.x;
  return {.width = width, .height = down.gcd, .shift = ((width - right % width) % width + width) % width};
}

Screen screen_of(const Bricks& bricks, const std::vector<std::int32_t>& order) {
  Screen screen{.width = static_cast<std::int32_t>(bricks.width),
                .height = static_cast<std::int32_t>(bricks.height),
                .shift = static_cast<std::int32_t>(bricks.shift),
                .thresholds = {}};
  screen.thresholds.resize(order.size());
  const auto pixels = static_cast<std::int64_t>(order.size());
  for (std::int64_t rank = 0; rank < pixels; ++rank) {
    screen.thresholds[static_cast<std::size_t>(order[static_cast<std::size_t>(rank)])] =
        static_cast<std::uint16_t>((2 * rank + 1) * solid_tone / (2 * pixels));
  }
  return screen;
}

Screen for_ink(const Screen& screen, int ink) {
  if (ink == 0) return screen;
  const auto side = static_cast<std::uint32_t>(screen.width);
  const auto number = static_cast<std::uint32_t>(ink);
  const std::uint32_t right = noise(number, 1) % side, down = noise(number, 2) % side;
  Screen own = screen;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      std::uint32_t from_x = (x + right) % side, from_y = (y + down) % side;
      if (number & 2) from_x = side - 1 - from_x;
      if (number & 4) from_y = side - 1 - from_y;
      if (number & 1) std::swap(from_x, from_y);
      own.thresholds[y * side + x] = screen.thresholds[from_y * side + from_x];
    }
  }
  return own;
}

Screen with_min_dot(Screen screen, double share) {
  const auto least = std::lround(share * solid_tone);
  if (least == 0) return screen;
  for (std::uint16_t& threshold : screen.thresholds) {
    if (threshold < least) {
      threshold = 0;
    } else if (threshold >= solid_tone - least) {
      threshold = solid_tone;
    }
  }
  return screen;
}

}  // namespace platerip::halftone
