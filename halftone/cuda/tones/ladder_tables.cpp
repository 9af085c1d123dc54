#include "halftone/cuda/tones/ladder_tables.h"

#include <algorithm>
#include <iterator>
#include <type_traits>

#include "halftone/cuda/tones/step.h"

namespace platerip::halftone::cuda {

static_assert(std::is_trivially_copyable_v<LadderTables>);

LadderTables::LadderTables(const ToneFilter& filter, const ToneLadder& ladder) {
  constexpr int far_away = 1 << 29;
  constexpr std::int16_t never = 32767;
  const auto levels = static_cast<std::size_t>(ladder.levels);
  solid = ladder.value[levels - 1];
  std::ranges::fill(value, far_away);
  value[0] = -far_away;
  std::copy_n(ladder.value.begin(), levels, value + 1);
  for (std::size_t k = 0; k < max_levels; ++k) {
    const int step = ladder.step[k];
    pairs[k] = {.step = step,
                .to_255 = ladder.to_255[k],
                .seed_unit = filter.seeded ? static_cast<float>(halftone::seed_unit(step)) / 32 : 0,
                .step_of_range = static_cast<float>(step) / error_range};
    std::ranges::copy(ladder.thresholds[k], thresholds[k]);
    thresholds[k][0] = never;
  }
  for (std::size_t a = 0; a < std::size(samples); ++a) {
    const std::uint8_t near = ladder.near[a];
    const bool is_inner = near > 0 && near + 1U < levels;
    samples[a] = {.distance = ladder.amount_of(static_cast<std::int64_t>(a), 255) - ladder.value[near],
                  .share = ladder.share[a],
                  .near = near,
                  .displacements = static_cast<std::uint8_t>(is_inner ? near - 1 : 0)};
  }
  for (int r = 0; r < 256; ++r) {
    const std::uint8_t tone_class = tone_classes[static_cast<std::size_t>(std::clamp(r, 1, 254))];
    classes[r] = {.tone_class = tone_class,
                  .weights = static_cast<std::uint8_t>(number_bits(1 + tone_class % tone_half))};
  }
  classes[256] = {.tone_class = 0, .weights = number_bits(1)};
  for (auto& of_level : displacements) std::ranges::fill(of_level, std::int16_t{0});
  for (std::size_t k = 1; k + 1 < levels; ++k) std::ranges::copy(ladder.displacement[k], displacements[k - 1]);
}

std::vector<std::uint8_t> padded_mask(int ink) {
  const std::vector<std::uint8_t> mask = drop_mask(ink);
  std::vector<std::uint8_t> padded;
  padded.reserve(mask_bytes);
  for (std::size_t row = 0; row < mask.size(); row += mask_side) {
    const auto begin = mask.begin() + static_cast<std::ptrdiff_t>(row);
    padded.insert(padded.end(), begin, begin + mask_side);
    padded.insert(padded.end(), begin, begin + (mask_row - mask_side));
  }
  return padded;
}

}  // namespace platerip::halftone::cuda
