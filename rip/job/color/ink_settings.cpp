#include "rip/job/color/ink_settings.h"

#include <algorithm>
#include <optional>

#include "halftone/inks_together.h"
#include "profiles/per_ink.h"

namespace platerip::rip {
namespace {

using profiles::find_ink;

// The plate of an ink, if it has one.
std::optional<std::size_t> plate_of(std::span<const std::size_t> plate_inks, std::size_t ink) {
  const auto place = std::ranges::find(plate_inks, ink);
  if (place == plate_inks.end()) return std::nullopt;
  return static_cast<std::size_t>(place - plate_inks.begin());
}

Error missing_plate(const std::string& what) {
  return {what + ", which gets no plate",
          ErrorCode::bad_setting,
          {{Advice::Action::leave_out, "planes"}, {Advice::Action::give, "inks", "independent"}},
          "planes"};
}

// The dots of cyan are spread over those of black, and those of magenta over those of black and cyan.
Status spread_evenly(std::span<const std::string> inks, std::span<const std::size_t> plate_inks,
                     std::vector<halftone::PlaneSettings>& planes) {
  std::vector<std::size_t> earlier;
  for (const char* const name : {"K", "Cyan", "Magenta"}) {
    const auto ink = find_ink(inks, name);
    if (!ink.ok()) continue;
    const auto plate = plate_of(plate_inks, *ink);
    if (plate && planes[*plate].method.info().family == halftone::Family::tone_filter) {
      for (const std::size_t other : earlier) {
        const auto beside = plate_of(plate_inks, other);
        if (!beside) return missing_plate("the dots of " + inks[*ink] + " are spread over those of " + inks[other]);
        planes[*plate].beside.push_back(static_cast<int>(*beside));
      }
    }
    earlier.push_back(*ink);
  }
  return {};
}

Status search_together(std::span<const std::string> inks, std::span<const std::size_t> plate_inks,
                       std::vector<halftone::PlaneSettings>& planes) {
  for (const halftone::NamedShade& named : halftone::ink_shades) {
    const auto ink = find_ink(inks, std::string(named.ink));
    if (!ink.ok()) continue;
    const auto plate = plate_of(plate_inks, *ink);
    if (!plate) return missing_plate("the other inks are searched together with " + inks[*ink]);
    if (planes[*plate].method == halftone::Method("dbs")) planes[*plate].shade = named.shade;
  }
  return {};
}

// The sharpness of black if the job names none, and its text is not made crisp. Text and line art are black. Through a
// loupe, the strokes of small text break up at 0; at 50 they hold better, and tints still begin at once. Photographs
// show the other inks more than black, so the default of those is 0. Crisp text is as clean at 0.
constexpr int sharpness_of_soft_black = 50;

}  // namespace

Result<std::vector<std::size_t>> chosen_inks(const Job& job, std::span<const std::string> inks) {
  std::vector<std::size_t> chosen;
  for (const std::string& name : job.planes) {
    const auto ink = find_ink(inks, name);
    if (!ink.ok()) return ink.error().of_setting("planes");
    chosen.push_back(*ink);
  }
  if (job.planes.empty()) {
    for (std::size_t ink = 0; ink < inks.size(); ++ink) chosen.push_back(ink);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return chosen;
}

Result<std::vector<halftone::PlaneSettings>> ink_settings(const Job& job, std::span<const std::string> inks,
                                                          const halftone::Dpi& resolution) {
  std::vector<halftone::PlaneSettings> settings = halftone::planes_of(inks.size(), job.method);
  const auto black = find_ink(inks, "K");
  if (black.ok() && job.crisp == separation::Crisp::off) settings[*black].sharpness = sharpness_of_soft_black;
  const auto wanted = profiles::by_ink(job.ink_sharpness, inks, "sharpness");
  if (!wanted.ok()) return wanted.error();
  for (std::size_t ink = 0; ink < settings.size(); ++ink) {
    if (job.sharpness) settings[ink].sharpness = *job.sharpness;
    if (const int* const own = (*wanted)[ink]) settings[ink].sharpness = *own;
  }
  if (std::optional<halftone::SearchEffort> effort = search_effort(job); effort) {
    if (job.method.info().search->moves == halftone::Moves::toggles_and_swaps)
      effort->eye = halftone::eye_for(std::min(resolution.x, resolution.y));
    for (halftone::PlaneSettings& plane : settings) plane.effort = effort;
  }
  return settings;
}

std::optional<halftone::SearchEffort> search_effort(const Job& job) {
  const halftone::SearchMethod* const search = job.method.info().search;
  if (search == nullptr) return std::nullopt;
  halftone::SearchEffort effort = search->effort(job.quality);
  effort.rounds = job.search_rounds.value_or(effort.rounds);
  return effort;
}

Status let_inks_meet(Inks how, std::span<const std::string> inks, std::span<const std::size_t> plate_inks,
                     std::vector<halftone::PlaneSettings>& planes) {
  switch (how) {
    case Inks::independent:
      return {};
    case Inks::even:
      return spread_evenly(inks, plate_inks, planes);
    case Inks::together:
      return search_together(inks, plate_inks, planes);
  }
  return {};
}

}  // namespace platerip::rip
