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
std::vector<InkSizes> those_of(std::span<const std::string> inks, std::vector<InkSizes> sizes) {
  std::erase_if(sizes, [&](const InkSizes& each) { return !profiles::find_ink(inks, each.ink).ok(); });
  return sizes;
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

bool mixes(const halftone::Method& method) {
  return method.info().family == halftone::Family::screen || method.info().tone != nullptr ||
         method == halftone::Method("dbs");
}

int mix_of(const DropSettings& settings, const halftone::Method& method, const DropSizes& amounts) {
  if (amounts.size() == 2 || !mixes(method)) return 0;
  return settings.mix.value_or(default_mix(method, amounts.size()));
}

Status check_sizes(const DropSizes& sizes, int mix) {
  const Status status = halftone::check({sizes, mix}, halftone::max_levels);
  if (status.ok()) return status;
  Error error = status.error().of_setting("drops");
  error.code = ErrorCode::bad_setting;
  if (mix > 0 && halftone::check({sizes, 0}, halftone::max_levels).ok())
    error.advice = {{.action = Advice::Action::give, .setting = "drop-mix", .value = "0"}};
  return error;
}

// Without lighter inks, each size is a level. With them, levels have steps that allow any mixing.
Result<InkLadder> ladder_of(const PlaneDrops& drops, int mix) {
  if (const Status status = check_sizes(drops.sizes, drops.lights.empty() ? mix : 0); !status.ok())
    return status.error();
  if (!drops.lights.empty()) return ink_ladder(drops.sizes, drops.lights);
  InkLadder ladder{drops.sizes, {}};
  for (int size = 0; size < std::ssize(drops.sizes); ++size) ladder.levels.push_back({0, size});
  return ladder;
}

}  // namespace

int default_mix(const halftone::Method& method, std::size_t levels) {
  if (method.info().family == halftone::Family::screen) return 20;
  return mixes(method) && levels <= most_levels_mixed ? 70 : 0;
}

int levels_of_all(const DropSettings& settings) {
  return static_cast<int>(sizes_of_all(settings, {}).size());
}

const char* option_of_levels(const DropSettings& settings) {
  const auto has_levels = [](const DropSizes& sizes) { return sizes.size() > halftone::min_levels; };
  if (settings.sizes && has_levels(*settings.sizes)) return "drops";
  if (std::ranges::any_of(settings.of_inks, has_levels, &InkSizes::value)) return "drops";
  return settings.file ? "drop-file" : "levels";
}

Status check_levels_of(const DropSettings& settings, const DropFile& file) {
  const std::size_t levels = sizes_of_all(settings, file).size();
  if (settings.levels == halftone::min_levels || static_cast<std::size_t>(settings.levels) == levels) return {};
  return Error{
      "the drop sizes make " + std::to_string(levels) + " levels, and levels says " + std::to_string(settings.levels),
      ErrorCode::bad_setting,
      {{.action = Advice::Action::leave_out, .setting = "levels"}},
      settings.sizes ? "drops" : "drop-file"};
}

Status check_steps(const DropSettings& settings, const halftone::Method& method) {
  if (!settings.lights.empty()) return {};
  std::vector<DropSizes> all{sizes_of_all(settings, {})};
  for (const InkSizes& ink : settings.of_inks) all.push_back(ink.value);
  for (const DropSizes& sizes : all)
    if (Status status = check_sizes(sizes, mix_of(settings, method, sizes)); !status.ok()) return status;
  return {};
}

Result<PageDrops> add_drops(const DropSettings& settings, const DropFile& file, std::span<const std::string> inks,
                            std::span<const std::size_t> plate_inks, std::vector<halftone::PlaneSettings>& planes) {
  if (const Status status = check_levels_of(settings, file); !status.ok()) return status.error();
  const auto sizes = sizes_of(settings, file, inks);
  if (!sizes.ok()) return sizes.error();
  const auto lights = profiles::by_ink(settings.lights, inks, "light");
  if (!lights.ok()) return lights.error();
  PageDrops page;
  for (const std::size_t ink : plate_inks)
    page.plate_levels = std::max(page.plate_levels, static_cast<int>((*sizes)[ink].size()));
  page.halftone_levels = page.plate_levels;
  for (std::size_t plane = 0; plane < planes.size(); ++plane) {
    const std::size_t ink = plate_inks[plane];
    PlaneDrops drops{(*sizes)[ink], {}, {}};
    if ((*lights)[ink]) drops.lights = *(*lights)[ink];
    auto ladder = ladder_of(drops, mix_of(settings, planes[plane].method, drops.sizes));
    if (!ladder.ok()) return ladder.error();
    planes[plane].drops.amounts = std::move(ladder->amounts);
    drops.levels = std::move(ladder->levels);
    page.halftone_levels = std::max(page.halftone_levels, static_cast<int>(drops.levels.size()));
    page.planes.push_back(std::move(drops));
  }
  for (halftone::PlaneSettings& plane : planes) {
    plane.drops.mix = mix_of(settings, plane.method, plane.drops.amounts);
    if (plane.drops.amounts == halftone::amounts_of({}, page.halftone_levels)) plane.drops.amounts.clear();
  }
  for (const InkSizes& each : file.of_inks)
    if (!profiles::find_ink(inks, each.ink).ok()) page.unknown_inks.push_back(each.ink);
  const auto is_mixed = [](const halftone::PlaneSettings& plane) { return plane.drops.mix > 0; };
  page.mix_is_useless = settings.mix.value_or(0) > 0 && std::ranges::none_of(planes, is_mixed);
  return page;
}

}  // namespace platerip::rip
