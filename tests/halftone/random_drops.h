// Drop sizes of all kinds.
#pragma once

#include <random>
#include <string>

#include "halftone/drops.h"

namespace platerip::halftone {

/// Drops that pass check() for plates of `levels` levels: even or uneven, mixed or not, as many sizes as levels or
/// fewer.
inline Drops random_drops(std::mt19937& random, int levels) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Drops drops{.amounts = {}, .mix = below(3) == 0 ? 0 : below(max_drop_mix + 1)};
  if (levels == 2 || below(3) == 0) return drops;
  const int steps = below(4) == 0 ? 1 + below(levels - 1) : levels - 1;
  // Some ladders have steps of much the same size, in others the smallest is as small as it may be.
  const int least = 1 + below(2) * below(1000);
  drops.amounts = {0};
  for (int step = 0; step < steps; ++step) drops.amounts.push_back(drops.amounts.back() + least + below(20 * least));
  return check(drops, levels).ok() ? drops : random_drops(random, levels);
}

inline std::string described(const Drops& drops) {
  if (drops.amounts.empty() && drops.mix == 0) return "";
  std::string text = " (drops";
  for (const int amount : drops.amounts) text += " " + std::to_string(amount);
  return text + " mixed by " + std::to_string(drops.mix) + ")";
}

}  // namespace platerip::halftone
