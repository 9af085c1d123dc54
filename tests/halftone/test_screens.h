// Tiles for tests that run every method, and the levels that a screen must give.
#pragma once

#include <memory>
#include <random>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// A screen with Bayer's thresholds, 8 by 8.
inline std::shared_ptr<const Screen> bayer_screen() {
  Screen screen{.width = 8, .height = 8, .shift = 0, .thresholds = {}};
  for (int y = 0; y < 8; ++y) {
    for (const int threshold : bayer_thresholds(y))
      screen.thresholds.push_back(static_cast<std::uint16_t>(threshold * 65535 / 128));
  }
  return std::make_shared<const Screen>(std::move(screen));
}

/// A tile of any size and shift with any thresholds, among them often the least and the greatest.
inline std::shared_ptr<const Screen> random_screen(std::mt19937& random) {
  const auto below = [&](unsigned n) { return static_cast<std::int32_t>(random() % n); };
  Screen screen;
  screen.width = 1 + below(below(2) == 0 ? 9 : 300);
  screen.height = 1 + below(below(2) == 0 ? 3 : 90);
  screen.shift = below(2) == 0 ? 0 : below(static_cast<unsigned>(screen.width));
  screen.thresholds.resize(static_cast<std::size_t>(screen.width) * static_cast<std::size_t>(screen.height));
  for (std::uint16_t& threshold : screen.thresholds)
    threshold = static_cast<std::uint16_t>(below(4) == 0 ? 65533 + below(4) : below(65536));
  return std::make_shared<const Screen>(std::move(screen));
}

/// A plane of any method; if it is a screen, with a tile.
inline PlaneSettings plane_of(Method method, std::shared_ptr<const Screen> tile = bayer_screen()) {
  if (method.info().family != Family::screen) tile = nullptr;
  return {.method = method, .screen = std::move(tile)};
}

}  // namespace platerip::halftone
