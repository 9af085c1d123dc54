#include "rip/job/drop_settings.h"

#include <algorithm>
#include <utility>

namespace platerip::rip {
namespace {

constexpr std::size_t most_levels_mixed = 5;

DropSizes sizes_of(const DropSettings& settings, const DropSizes* own) {
  if (own != nullptr) return *own;
  return settings.sizes ? *settings.sizes : halftone::amounts_of({}, settings.levels);
}

int mix_of(const DropSettings& settings, const halftone::PlaneSettings& plane, const DropSizes& amounts) {
  if (amounts.size() == 2) return 0;
  return settings.mix.value_or(default_mix(plane.method.info().family, amounts.size()));
}

// Without lighter inks, each size is a level. With them, levels have steps that allow any mixing.
Result<InkLadder> ladder_of(const PlaneDrops& drops, int mix) {
  const Status status = halftone::check({drops.sizes, drops.lights.empty() ? mix : 0}, halftone::max_levels);
  if (!status.ok()) return status.error().of_setting("drops");
  if (!drops.lights.empty()) return ink_ladder(drops.sizes, drops.lights);
  InkLadder ladder{drops.sizes, {}};
  for (int size = 0; size < std::ssize(drops.sizes); ++size) ladder.levels.push_back({0, size});
  return ladder;
}

}  // namespace

int default_mix(halftone::Family family, std::size_t levels) {
  if (family == halftone::Family::tone_filter) return levels <= most_levels_mixed ? 70 : 0;
  return family == halftone::Family::screen ? 20 : 0;
}

int most_levels(const DropSettings& settings) {
  std::size_t most = settings.sizes ? settings.sizes->size() : static_cast<std::size_t>(settings.levels);
  for (const profiles::PerInk<DropSizes>& ink : settings.of_inks) most = std::max(most, ink.value.size());
  return static_cast<int>(most);
}

Result<PageDrops> add_drops(const DropSettings& settings, std::span<const std::string> inks,
                            std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes) {
  const auto own = profiles::by_ink(settings.of_inks, inks, "drops");
  if (!own.ok()) return own.error();
  const auto lights = profiles::by_ink(settings.lights, inks, "light");
  if (!lights.ok()) return lights.error();
  PageDrops page;
  page.plate_levels = most_levels(settings);
  page.halftone_levels = page.plate_levels;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    const std::size_t ink = plate_inks[plane];
    PlaneDrops drops{sizes_of(settings, (*own)[ink]), {}, {}};
    if ((*lights)[ink]) drops.lights = *(*lights)[ink];
    auto ladder = ladder_of(drops, mix_of(settings, planes[plane], drops.sizes));
    if (!ladder.ok()) return ladder.error();
    planes[plane].drops.amounts = std::move(ladder->amounts);
    drops.levels = std::move(ladder->levels);
    page.halftone_levels = std::max(page.halftone_levels, static_cast<int>(drops.levels.size()));
    page.planes.push_back(std::move(drops));
  }
  for (halftone::PlaneSettings& plane : planes) {
    plane.drops.mix = mix_of(settings, plane, plane.drops.amounts);
    if (plane.drops.amounts == halftone::amounts_of({}, page.halftone_levels)) plane.drops.amounts.clear();
  }
  return page;
}

}  // namespace platerip::rip
