#include "rip/job/drop_settings.h"

#include <algorithm>

namespace platerip::rip {
namespace {

constexpr std::size_t most_levels_mixed = 5;

}  // namespace

int default_mix(const halftone::Method& method, std::size_t levels) {
  if (method.info().family == halftone::Family::screen) return 20;
  const bool mixes = method.info().tone != nullptr || method == halftone::Method("dbs");
  return mixes && levels <= most_levels_mixed ? 70 : 0;
}

int most_levels(const DropSettings& settings) {
  std::size_t most = settings.sizes ? settings.sizes->size() : static_cast<std::size_t>(settings.levels);
  for (const profiles::PerInk<DropSizes>& ink : settings.of_inks) most = std::max(most, ink.value.size());
  return static_cast<int>(most);
}

Result<int> add_drops(const DropSettings& settings, std::span<const std::string> inks,
                      std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes) {
  const auto own = profiles::by_ink(settings.of_inks, inks, "drops");
  if (!own.ok()) return own.error();
  const int levels = most_levels(settings);
  for (std::size_t plate = 0; plate < planes.size(); ++plate) {
    halftone::Drops& drops = planes[plate].drops;
    if (settings.sizes) drops.amounts = *settings.sizes;
    if (const DropSizes* const sizes = (*own)[plate_inks[plate]]) drops.amounts = *sizes;
    if (drops.amounts.empty() && settings.levels < levels) drops.amounts = halftone::amounts_of({}, settings.levels);
    const std::size_t count = halftone::amounts_of(drops, levels).size();
    drops.mix = count == 2 ? 0 : settings.mix.value_or(default_mix(planes[plate].method, count));
    if (const Status status = halftone::check(drops, levels); !status.ok()) return status.error().of_setting("drops");
  }
  return levels;
}

}  // namespace platerip::rip
