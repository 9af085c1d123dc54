#include "halftone/search_drops.h"

#include <algorithm>

namespace platerip::halftone {
namespace {

// The ladder of the plate with which the search begins.
ToneLadder ladder_of(const Drops& drops, int levels) {
  const auto* dbs = std::ranges::find(search_methods, Moves::toggles_and_swaps, &SearchMethod::moves);
  const auto* tone = std::ranges::find(tone_filters, dbs->start, &ToneFilter::name);
  return {*tone, dbs->start_sharpness, drops, levels};
}

}  // namespace

bool searches_drops(const PlaneSettings& plane, int levels) {
  if (levels == 2) return false;
  const bool is_mixed = plane.drops.mix > 0 && amounts_of(plane.drops, levels).size() > 2;
  return plane.shade.has_value() || is_mixed || !are_even(plane.drops);
}

SearchLadder::SearchLadder(const Drops& drops, int levels) : ladder_(ladder_of(drops, levels)), of_bytes_() {
  std::ranges::transform(ladder_.value, values_.begin(), [&](int value) { return in_search_steps(value); });
  for (int sample = 0; sample < 256; ++sample) of_bytes_.data()[sample] = amount(sample, 255);
}

int SearchLadder::in_search_steps(int amount) const {
  const int step = ladder_.mixed ? mixed_step : plain_step;
  return static_cast<int>((std::int64_t{search_step} * amount + step / 2) / step);
}

SearchLadder::Amount SearchLadder::amount(int sample, int max) const {
  const int x = ladder_.amount_of(sample, max);
  auto [lowest, highest] = ladder_.range(sample, max);
  while (highest - lowest > most_raised) {
    if (x - ladder_.value.data()[lowest] <= ladder_.value.data()[highest] - x)
      --highest;
    else
      ++lowest;
  }
  const int amount = in_search_steps(x), step = value(highest) - value(lowest);
  const int part = search_step * (amount - value(lowest));
  const int a8 = max == 255 ? sample : (sample + 128) / 257;
  const bool is_toggled = ladder_.share.data()[a8] == 0 && highest == lowest + 1 && part >= least_toggled * step &&
                          part <= (search_step - least_toggled) * step;
  return {.value = static_cast<std::int16_t>(amount),
          .pixel = {.lowest = lowest, .raised = highest - lowest, .level = lowest, .toggled = is_toggled}};
}

bool SearchLadder::has(const DropPixel& pixel, int error) const {
  if (pixel.lowest + pixel.raised >= levels() || !pixel.may_print(pixel.level)) return false;
  const int amount = value(pixel.level) - error;
  return amount >= value(pixel.lowest) && amount <= value(pixel.lowest + pixel.raised);
}

}  // namespace platerip::halftone
