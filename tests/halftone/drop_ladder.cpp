#include "tests/halftone/drop_ladder.h"

#include <algorithm>
#include <cstdlib>

#include "halftone/screens/noise_screens.h"
#include "halftone/screens/tile.h"

namespace platerip::halftone {

std::int64_t floored(std::int64_t value, std::int64_t divisor) {
  const std::int64_t quotient = value / divisor;
  return quotient - (value % divisor < 0);
}

std::int64_t rounded(std::int64_t value, std::int64_t divisor) {
  return value < 0 ? -rounded(-value, divisor) : floored(2 * value + divisor, 2 * divisor);
}

DropLadder::DropLadder(const Drops& drops, int plate_levels, int ink) : mix_(drops.mix) {
  std::vector<std::int64_t> amounts(drops.amounts.begin(), drops.amounts.end());
  for (int level = 0; drops.amounts.empty() && level < plate_levels; ++level) amounts.push_back(level);
  if (amounts.size() == 2) mix_ = 0;
  std::int64_t widest = 0;
  for (std::size_t k = 1; k < amounts.size(); ++k) widest = std::max(widest, amounts[k] - amounts[k - 1]);
  for (const std::int64_t amount : amounts) levels_.push_back((2 * amount * unit() + widest) / (2 * widest));
  static const Screen tile = blue_noise();
  if (mix_ > 0) mask_ = for_ink(tile, ink);
}

DropLadder::Displaced DropLadder::displaced(std::int64_t sample, int bits, std::int64_t mask) const {
  const std::int64_t byte = bits == 8 ? sample : (sample + 128) / 257;
  const std::int64_t exact = value(sample, bits == 8 ? 255 : 65535), share = share_of(byte);
  const std::int64_t half = share == 0 ? 0 : floored(share * displacement(nearest(byte), mask) + 128, 256);
  const std::int64_t whole = std::clamp<std::int64_t>(exact + 2 * half, 0, levels_.back());
  return {.exact = exact, .half = half, .whole = whole, .share = share, .below = static_cast<int>(below_of(whole))};
}

std::int64_t DropLadder::mask_at(std::int64_t y, std::int64_t x) const {
  return mix_ > 0 ? mask_.thresholds[static_cast<std::size_t>(y % 256 * 256 + x % 256)] / 256 : 0;
}

std::int64_t DropLadder::value(std::int64_t sample, std::int64_t max) const {
  const std::int64_t exact = (sample * levels_.back() + max / 2) / max;
  for (const std::int64_t level : levels_)
    if (std::abs(exact - level) <= 16) return level;
  return exact;
}

std::size_t DropLadder::below_of(std::int64_t value) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(levels_, value) - levels_.begin() - 1);
}

// The pair of levels around the amount of a byte; the last one for solid.
std::size_t DropLadder::pair_of(std::int64_t byte) const {
  return std::min(below_of(value(byte, 255)), levels_.size() - 2);
}

std::size_t DropLadder::nearest(std::int64_t byte) const {
  const std::size_t pair = pair_of(byte);
  return 2 * value(byte, 255) < levels_[pair] + levels_[pair + 1] ? pair : pair + 1;
}

std::int64_t DropLadder::share_of(std::int64_t byte) const {
  const std::size_t near = nearest(byte);
  if (mix_ == 0 || near == 0 || near + 1 == levels_.size()) return 0;
  const std::size_t pair = pair_of(byte);
  const std::int64_t step = levels_[pair + 1] - levels_[pair];
  return 256 * std::abs(levels_[pair] + levels_[pair + 1] - 2 * value(byte, 255)) / step;
}

std::int64_t DropLadder::displacement(std::size_t level, std::int64_t mask) const {
  const std::int64_t lower = levels_[level] - levels_[level - 1], upper = levels_[level + 1] - levels_[level];
  const std::int64_t z = (2 * mask + 1) * (lower + upper) - 512 * upper;
  return z < 0 ? rounded(z * mix_ * lower, 102400 * upper) : rounded(z * mix_ * upper, 102400 * lower);
}

}  // namespace platerip::halftone
