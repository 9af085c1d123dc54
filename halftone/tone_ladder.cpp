#include "halftone/tone_ladder.h"

#include <cstdlib>

#include "halftone/screens/noise_screens.h"
#include "halftone/screens/tile.h"

namespace platerip::halftone {
namespace {

std::int64_t greatest_step(const std::vector<int>& amounts) {
  std::int64_t greatest = 0;
  for (std::size_t k = 1; k < amounts.size(); ++k)
    greatest = std::max<std::int64_t>(greatest, amounts[k] - amounts[k - 1]);
  return greatest;
}

// The values of amounts, in units.
std::vector<int> values_of(const std::vector<int>& amounts, bool mixed) {
  const std::int64_t greatest = greatest_step(amounts);
  std::vector<int> values;
  values.reserve(amounts.size());
  for (const std::int64_t amount : amounts)
    values.push_back(static_cast<int>((amount * (mixed ? mixed_step : plain_step) + greatest / 2) / greatest));
  return values;
}

// The quotient, rounded half away from 0. The divisor is positive.
std::int64_t rounded(std::int64_t value, std::int64_t divisor) {
  const std::int64_t magnitude = (2 * std::abs(value) + divisor) / (2 * divisor);
  return value < 0 ? -magnitude : magnitude;
}

// Q of an inner level between the steps `lower` and `upper`.
std::array<std::int16_t, 256> displacement_of(std::int64_t lower, std::int64_t upper, std::int64_t mix) {
  std::array<std::int16_t, 256> halves{};
  for (std::size_t mask = 0; mask < halves.size(); ++mask) {
    const std::int64_t z = static_cast<std::int64_t>(2 * mask + 1) * (lower + upper) - 512 * upper;
    halves[mask] = static_cast<std::int16_t>(z < 0 ? rounded(z * mix * lower, 102400 * upper)
                                                   : rounded(z * mix * upper, 102400 * lower));
  }
  return halves;
}

}  // namespace

bool has_fine_step(const std::vector<int>& amounts, bool mixed) {
  const std::vector<int> values = values_of(amounts, mixed);
  for (std::size_t k = 1; k < values.size(); ++k)
    if (values[k] - values[k - 1] < least_step) return false;
  return true;
}

ToneLadder::ToneLadder(const ToneFilter& filter, int sharpness, const Drops& drops, int plate_levels) {
  const std::vector<int> amounts = amounts_of(drops, plate_levels);
  levels = static_cast<int>(amounts.size());
  mixed = drops.mix > 0 && levels > 2;
  std::ranges::copy(values_of(amounts, mixed), value.begin());
  displacement.resize(amounts.size());
  const ToneThresholds outer = tone_thresholds(filter, sharpness, false);
  const ToneThresholds inner = tone_thresholds(filter, sharpness, true);
  const auto is_inner = [&](std::size_t level) { return level > 0 && level + 1 < amounts.size(); };
  for (std::size_t k = 0; k + 1 < amounts.size(); ++k) {
    step[k] = value[k + 1] - value[k];
    to_255[k] = (255 * 32768 + step[k] / 2) / step[k];
    for (std::size_t c = 0; c < outer.size(); ++c) {
      const bool beside_inner = !mixed && is_inner(c < tone_half ? k : k + 1);
      thresholds[k][c] =
          static_cast<std::int16_t>(rounded(std::int64_t{(beside_inner ? inner : outer)[c]} * step[k], tone_step));
    }
    if (mixed && is_inner(k)) displacement[k] = displacement_of(step[k - 1], step[k], drops.mix);
  }
  for (int sample = 0; sample < 256; ++sample) {
    const int x = amount_of(sample, 255);
    const auto k = static_cast<std::size_t>(std::min(level_below(x), levels - 2));
    const int rest = x - value[k];
    const std::size_t nearer = 2 * rest < step[k] ? k : k + 1;
    near[static_cast<std::size_t>(sample)] = static_cast<std::uint8_t>(nearer);
    if (mixed && is_inner(nearer))
      share[static_cast<std::size_t>(sample)] = static_cast<std::int16_t>(256 * std::abs(step[k] - 2 * rest) / step[k]);
  }
}

int ToneLadder::amount_of(std::int64_t sample, std::int64_t max) const {
  const auto x = static_cast<int>((sample * value[static_cast<std::size_t>(levels) - 1] + max / 2) / max);
  for (int k = 0; k < levels; ++k) {
    const int at = value[static_cast<std::size_t>(k)];
    if (std::abs(x - at) <= level_radius) return at;
  }
  return x;
}

int ToneLadder::level_below(int amount) const {
  int level = levels - 1;
  while (value[static_cast<std::size_t>(level)] > amount) --level;
  return level;
}

ToneLadder::Amount ToneLadder::amount(int sample, int max, int mask) const {
  const int x = amount_of(sample, max);
  const auto a8 = static_cast<std::size_t>(max == 255 ? sample : (sample + 128) / 257);
  const int g = share[a8];
  const int d = g == 0 ? 0 : (displacement[near[a8]][static_cast<std::size_t>(mask)] * g + 128) >> 8;
  const int displaced = std::clamp(x + 2 * d, 0, value[static_cast<std::size_t>(levels) - 1]);
  const int level = level_below(displaced);
  const auto pair = static_cast<std::size_t>(level);
  const int rest = displaced - value[pair];
  const int in_255 = rest == 0 ? 0 : std::clamp((rest * to_255[pair] + 16384) >> 15, 1, 254);
  return {.level = level,
          .above = x + d - value[pair],
          .tone_class = tone_classes[static_cast<std::size_t>(in_255)],
          .centred = g >= centred_from};
}

ToneLadder::Range ToneLadder::range(int sample, int max) const {
  const Amount least = amount(sample, max, 0), most = amount(sample, max, 255);
  return {.lowest = least.level, .highest = most.level + (most.tone_class == 0 ? 0 : 1)};
}

std::vector<std::uint8_t> drop_mask(int ink) {
  static const Screen tile = blue_noise();
  const Screen own = for_ink(tile, ink);
  std::vector<std::uint8_t> mask;
  for (const std::uint16_t threshold : own.thresholds) mask.push_back(static_cast<std::uint8_t>(threshold >> 8));
  return mask;
}

}  // namespace platerip::halftone
