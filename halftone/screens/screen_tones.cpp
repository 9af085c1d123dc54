#include "halftone/screens/screen_tones.h"

#include <algorithm>
#include <cstddef>

namespace platerip::halftone {
namespace {

constexpr std::int64_t most_tone = 65535;
constexpr std::int64_t fine_solid = 1 << 20;
constexpr std::int64_t whole = 65536;  // of shares
constexpr std::uint16_t nothing_below = 65535;

// The level below a tone, and where the next one prints.
ScreenTone plain_tone(const std::vector<int>& amounts, std::int64_t v) {
  const std::int64_t amount = v * amounts.back();
  std::size_t k = amounts.size() - 1;
  while (amounts[k] * most_tone > amount) --k;
  const bool is_last = k + 1 == amounts.size();
  const std::int64_t above = is_last ? 0 : (amount - amounts[k] * most_tone) / (amounts[k + 1] - amounts[k]);
  return {static_cast<std::uint8_t>(k), static_cast<std::uint16_t>(above), nothing_below};
}

// The share of the size across the level, where the tone is `distance` from the level, on the side of the step `near`.
std::int64_t share_across(std::int64_t distance, std::int64_t near, std::int64_t far, std::int64_t mix) {
  const std::int64_t most = mix * far * (near - 2 * distance) / (100 * near);
  if (most <= distance) return 0;
  const std::int64_t t = (most - distance) * (most - distance) * whole / (2 * most);
  return t * near / (far * (near + far));
}

// A tone at an inner level k of `levels`, in fine units.
ScreenTone mixed_tone(const LevelAmounts& levels, std::size_t k, std::int64_t tone, std::int64_t mix) {
  const std::int64_t delta = tone - levels.value[k];
  const std::int64_t lower = levels.value[k] - levels.value[k - 1], upper = levels.value[k + 1] - levels.value[k];
  std::int64_t less = 0, more = 0;
  if (delta >= 0) {
    less = share_across(delta, upper, lower, mix);
    more = (delta * whole + less * lower) / upper;
  } else {
    more = share_across(-delta, lower, upper, mix);
    less = (-delta * whole + more * upper) / lower;
  }
  return {static_cast<std::uint8_t>(k), static_cast<std::uint16_t>(std::min(more, most_tone)),
          static_cast<std::uint16_t>(std::max<std::int64_t>(most_tone - less, 0))};
}

}  // namespace

ScreenTones screen_tones(const Drops& drops, int plate_levels, int bits) {
  const std::vector<int> amounts = amounts_of(drops, plate_levels);
  const LevelAmounts levels(drops, plate_levels, fine_solid);
  const std::int64_t samples = std::int64_t{1} << bits;
  ScreenTones tones;
  tones.reserve(static_cast<std::size_t>(samples));
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    const std::int64_t v = bits == 8 ? 257 * sample : sample;
    const std::int64_t tone = (v * fine_solid + most_tone / 2) / most_tone;
    std::size_t nearest = 0;
    while (nearest + 1 < amounts.size() && 2 * tone >= levels.value[nearest] + levels.value[nearest + 1]) ++nearest;
    const bool is_inner = nearest > 0 && nearest + 1 < amounts.size();
    tones.push_back(drops.mix > 0 && is_inner ? mixed_tone(levels, nearest, tone, drops.mix) : plain_tone(amounts, v));
  }
  return tones;
}

}  // namespace platerip::halftone
