#include "rip/job/light_inks.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "halftone/drops.h"
#include "halftone/tone_ladder.h"
#include "rip/job/option_values.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr int strength_of_dark = 1000;

struct LadderStep {
  std::int64_t amount;  // of dark ink, in thousandths of the sizes' unit
  int strength;         // of its ink
  InkDrop drop;
};

using Steps = std::vector<LadderStep>;

void add_ink(Steps& steps, const DropSizes& sizes, std::size_t ink, int strength, std::size_t most) {
  for (std::size_t size = 1; size < std::min(sizes.size(), most + 1); ++size)
    steps.push_back({std::int64_t{sizes[size]} * strength, strength, {ink, static_cast<int>(size)}});
}

Steps all_steps(const DropSizes& sizes, std::span<const LightInk> lights) {
  Steps steps{{0, 0, {}}};
  add_ink(steps, sizes, 0, strength_of_dark, sizes.size());
  for (std::size_t i = 0; i < lights.size(); ++i)
    add_ink(steps, sizes, i + 1, lights[i].strength,
            static_cast<std::size_t>(lights[i].sizes.value_or(halftone::max_levels)));
  std::ranges::stable_sort(steps, {}, [](const LadderStep& step) { return std::pair(step.amount, step.strength); });
  return steps;
}

// The amounts as whole numbers that a halftone takes: in proportion, but for rounding if they are too large.
DropSizes amounts_of(const Steps& steps) {
  std::int64_t divisor = 0;
  for (const LadderStep& step : steps) divisor = std::gcd(divisor, step.amount);
  const std::int64_t last = steps.back().amount / divisor;
  const std::int64_t most = std::min<std::int64_t>(last, halftone::max_drop);
  DropSizes amounts;
  for (const LadderStep& step : steps)
    amounts.push_back(static_cast<int>((step.amount / divisor * most + last / 2) / last));
  return amounts;
}

// One of the two steps that are closest to each other. The first and the last stay.
std::size_t one_too_many(const Steps& steps) {
  std::size_t upper = 1;
  for (std::size_t i = 2; i < steps.size(); ++i)
    if (steps[i].amount - steps[i - 1].amount < steps[upper].amount - steps[upper - 1].amount) upper = i;
  const std::size_t lower = upper - 1;
  if (lower == 0) return upper;
  if (upper == steps.size() - 1) return lower;
  return steps[upper].strength > steps[lower].strength ? upper : lower;
}

Status check_light(const LightInk& light, int sizes) {
  if (light.strength < 1 || light.strength >= strength_of_dark || light.sizes.value_or(1) < 1)
    return wrong_setting("the strength or the sizes of " + tiffio::printable(light.name) + " are out of range")
        .of_setting("light");
  if (light.sizes.value_or(1) > sizes)
    return wrong_setting(tiffio::printable(light.name) + " cannot print " + std::to_string(*light.sizes) +
                         " drop sizes: its ink has " + std::to_string(sizes))
        .of_setting("light");
  return {};
}

}  // namespace

Result<InkLadder> ink_ladder(const DropSizes& sizes, std::span<const LightInk> lights) {
  for (const LightInk& light : lights)
    if (const Status status = check_light(light, static_cast<int>(sizes.size()) - 1); !status.ok())
      return status.error();
  Steps steps = all_steps(sizes, lights);
  while (steps.size() > 2 && !halftone::has_fine_step(amounts_of(steps), true))
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(one_too_many(steps)));
  for (std::size_t i = 0; i < lights.size(); ++i) {
    const auto is_its_own = [i](const LadderStep& step) { return step.drop.ink == i + 1; };
    if (std::ranges::none_of(steps, is_its_own))
      return wrong_setting("the drops of " + tiffio::printable(lights[i].name) +
                           " are too close to paper or to those of other inks")
          .of_setting("light");
  }
  if (steps.size() > halftone::max_levels)
    return Error{
        "an ink and its lighter inks print " + std::to_string(steps.size() - 1) + " amounts of ink, and " +
            std::to_string(halftone::max_levels - 1) + " are possible",
        ErrorCode::bad_setting,
        {{.action = Advice::Action::other, .value = "print fewer sizes of a lighter ink, NAME:STRENGTH:SIZES"}},
        "light"};
  InkLadder ladder{amounts_of(steps), {}};
  for (const LadderStep& step : steps) ladder.levels.push_back(step.drop);
  return ladder;
}

}  // namespace platerip::rip
