#include "rip/job/drop_settings.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace platerip::rip {
namespace {

using InkSizes = profiles::PerInk<DropSizes>;

constexpr std::size_t most_levels_mixed = 5;

DropSizes sizes_of_all(const DropSettings& settings, const DropFile& file) {
  if (settings.sizes) return *settings.sizes;
  return file.sizes ? *file.sizes : halftone::amounts_of({}, settings.levels);
}

// The sizes of inks that are among `inks`.
std::vector<InkSizes> those_of(std::span<const std::string> inks, const std::vector<InkSizes>& sizes) {
  std::vector<InkSizes> known;
  std::ranges::copy_if(sizes, std::back_inserter(known),
                       [&](const InkSizes& each) { return profiles::find_ink(inks, each.ink).ok(); });
  return known;
}

// The sizes of each ink.
Result<std::vector<DropSizes>> sizes_of(const DropSettings& settings, const DropFile& file,
                                        std::span<const std::string> inks) {
  std::vector<DropSizes> sizes(inks.size(), sizes_of_all(settings, file));
  const std::vector<InkSizes> of_file = those_of(inks, file.of_inks);
  const auto of_printer = profiles::by_ink(of_file, inks, "drop-file");
  if (!of_printer.ok()) return of_printer.error();
  const auto own = profiles::by_ink(settings.of_inks, inks, "drops");
  if (!own.ok()) return own.error();
  for (const auto* const of_inks : {&*of_printer, &*own}) {
    for (std::size_t ink = 0; ink < inks.size(); ++ink)
      if ((*of_inks)[ink] != nullptr) sizes[ink] = *(*of_inks)[ink];
  }
  return sizes;
}

int mix_of(const DropSettings& settings, const halftone::PlaneSettings& plane, const DropSizes& amounts) {
  if (amounts.size() == 2) return 0;
  return settings.mix.value_or(default_mix(plane.method, amounts.size()));
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

int default_mix(const halftone::Method& method, std::size_t levels) {
  if (method.info().family == halftone::Family::screen) return 20;
  const bool mixes = method.info().tone != nullptr || method == halftone::Method("dbs");
  return mixes && levels <= most_levels_mixed ? 70 : 0;
}

int most_levels(const DropSettings& settings, const DropFile& file) {
  std::size_t most = sizes_of_all(settings, file).size();
  for (const auto* const of_inks : {&settings.of_inks, &file.of_inks})
    for (const InkSizes& ink : *of_inks) most = std::max(most, ink.value.size());
  return static_cast<int>(most);
}

Result<PageDrops> add_drops(const DropSettings& settings, const DropFile& file, std::span<const std::string> inks,
                            std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes) {
  const auto sizes = sizes_of(settings, file, inks);
  if (!sizes.ok()) return sizes.error();
  const auto lights = profiles::by_ink(settings.lights, inks, "light");
  if (!lights.ok()) return lights.error();
  PageDrops page;
  page.plate_levels = most_levels(settings, file);
  page.halftone_levels = page.plate_levels;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    const std::size_t ink = plate_inks[plane];
    PlaneDrops drops{(*sizes)[ink], {}, {}};
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
