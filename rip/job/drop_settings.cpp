#include "rip/job/drop_settings.h"

#include <algorithm>
#include <iterator>

namespace platerip::rip {
namespace {

using InkSizes = profiles::PerInk<DropSizes>;

constexpr std::size_t most_levels_mixed = 5;

const std::optional<DropSizes>& sizes_of_all(const DropSettings& settings, const DropFile& file) {
  return settings.sizes ? settings.sizes : file.sizes;
}

// The sizes of inks that are among `inks`.
std::vector<InkSizes> those_of(std::span<const std::string> inks, const std::vector<InkSizes>& sizes) {
  std::vector<InkSizes> known;
  std::ranges::copy_if(sizes, std::back_inserter(known),
                       [&](const InkSizes& each) { return profiles::find_ink(inks, each.ink).ok(); });
  return known;
}

}  // namespace

int default_mix(halftone::Family family, std::size_t levels) {
  if (family == halftone::Family::tone_filter) return levels <= most_levels_mixed ? 70 : 0;
  return family == halftone::Family::screen ? 20 : 0;
}

int most_levels(const DropSettings& settings, const DropFile& file) {
  const std::optional<DropSizes>& all = sizes_of_all(settings, file);
  std::size_t most = all ? all->size() : static_cast<std::size_t>(settings.levels);
  for (const auto* const of_inks : {&settings.of_inks, &file.of_inks})
    for (const InkSizes& ink : *of_inks) most = std::max(most, ink.value.size());
  return static_cast<int>(most);
}

Result<int> add_drops(const DropSettings& settings, const DropFile& file, std::span<const std::string> inks,
                      std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes) {
  const auto own = profiles::by_ink(settings.of_inks, inks, "drops");
  if (!own.ok()) return own.error();
  const std::vector<InkSizes> known = those_of(inks, file.of_inks);
  const auto of_printer = profiles::by_ink(known, inks, "drop-file");
  if (!of_printer.ok()) return of_printer.error();
  const std::optional<DropSizes>& all = sizes_of_all(settings, file);
  const int levels = most_levels(settings, file);
  for (std::size_t plate = 0; plate < planes.size(); ++plate) {
    halftone::Drops& drops = planes[plate].drops;
    if (all) drops.amounts = *all;
    for (const auto* const of_inks : {&*of_printer, &*own})
      if (const DropSizes* const sizes = (*of_inks)[plate_inks[plate]]) drops.amounts = *sizes;
    if (drops.amounts.empty() && settings.levels < levels) drops.amounts = halftone::amounts_of({}, settings.levels);
    const std::size_t count = halftone::amounts_of(drops, levels).size();
    drops.mix = count == 2 ? 0 : settings.mix.value_or(default_mix(planes[plate].method.info().family, count));
    if (const Status status = halftone::check(drops, levels); !status.ok()) return status.error().of_setting("drops");
  }
  return levels;
}

}  // namespace platerip::rip
