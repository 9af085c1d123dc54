#include "halftone/drops.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "halftone/tone_ladder.h"

namespace platerip::halftone {

std::vector<int> amounts_of(const Drops& drops, int levels) {
  if (!drops.amounts.empty()) return drops.amounts;
  std::vector<int> even(static_cast<std::size_t>(levels));
  std::iota(even.begin(), even.end(), 0);
  return even;
}

LevelAmounts::LevelAmounts(const Drops& drops, int plate_levels, int of_solid) {
  const std::vector<int> amounts = amounts_of(drops, plate_levels);
  levels = static_cast<int>(amounts.size());
  const std::int64_t last = amounts.back();
  std::ranges::transform(amounts, value.begin(),
                         [&](std::int64_t amount) { return static_cast<int>((amount * of_solid + last / 2) / last); });
}

bool are_even(const Drops& drops) {
  const std::vector<int>& amounts = drops.amounts;
  for (std::size_t k = 2; k < amounts.size(); ++k)
    if (amounts[k] - amounts[k - 1] != amounts[1]) return false;
  return true;
}

Status check(const Drops& drops, int levels) {
  if (drops.mix < min_drop_mix || drops.mix > max_drop_mix)
    return Error{"halftone: drops mixed by " + std::to_string(drops.mix) + " percent are not possible; choose " +
                 std::to_string(min_drop_mix) + " to " + std::to_string(max_drop_mix)};
  const std::vector<int>& amounts = drops.amounts;
  if (amounts.empty()) return {};
  if (amounts.size() < min_levels || std::cmp_greater(amounts.size(), levels))
    return Error{"halftone: " + std::to_string(amounts.size()) + " drop sizes do not fit plates of " +
                 std::to_string(levels) + " levels; the first size is that of paper, 0"};
  if (amounts.front() != 0) return Error{"halftone: the first drop size must be 0, for paper"};
  if (amounts.back() > max_drop) return Error{"halftone: a drop size is at most " + std::to_string(max_drop)};
  for (std::size_t k = 1; k < amounts.size(); ++k) {
    if (amounts[k] <= amounts[k - 1])
      return Error{"halftone: drop sizes must rise, but " + std::to_string(amounts[k]) + " comes after " +
                   std::to_string(amounts[k - 1])};
  }
  if (amounts.size() > 2 && !has_fine_step(amounts, drops.mix > 0))
    return Error{
        "halftone: two drop sizes are too close to each other: each step must be at least 3.2 percent of the greatest, "
        "or 4.7 percent if sizes are mixed"};
  return {};
}

}  // namespace platerip::halftone
