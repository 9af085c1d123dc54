#include "halftone/even_inks.h"

namespace platerip::halftone {

BesideDrops::BesideDrops(const Drops& drops, int levels) {
  const ToneLadder ladder(tone_filters[0], 0, drops, levels);
  for (int sample = 0; sample < 256; ++sample) {
    const auto a = static_cast<std::size_t>(sample);
    const auto [lowest, highest] = ladder.range(sample, 255);
    if (lowest == highest) continue;
    const int least = ladder.value.data()[lowest], span = ladder.value.data()[highest] - least;
    const auto part = [&](int value) {
      const std::int64_t above = std::clamp(value - least, 0, span);
      return static_cast<std::int16_t>((tone_step * above + span / 2) / span);
    };
    expected[a] = part(ladder.amount_of(sample, 255));
    for (std::size_t level = 0; level < max_levels; ++level) printed[a][level] = part(ladder.value[level]);
  }
}

}  // namespace platerip::halftone
