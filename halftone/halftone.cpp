#include "halftone/halftone.h"

#include <algorithm>
#include <string>

#include "halftone/even_inks.h"

namespace platerip::halftone {
namespace {

Status check_beside(const Settings& settings, std::size_t index) {
  const PlaneSettings& plane = settings.planes[index];
  if (plane.beside.empty()) return {};
  const std::string name = "halftone: plane " + std::to_string(index + 1);
  if (plane.method.info().family != Family::tone_filter)
    return Error{name + " is halftoned by " + std::string(plane.method.name()) + ", which cannot spread inks evenly"};
  if (plane.beside.size() > max_beside)
    return Error{name + " has " + std::to_string(plane.beside.size()) + " planes beside it; there can be " +
                 std::to_string(max_beside)};
  for (const int place : plane.beside) {
    if (place < 0 || place >= std::ssize(settings.planes))
      return Error{name + " has plane " + std::to_string(std::int64_t{place} + 1) + " beside it, which is not there"};
    const PlaneSettings& beside = settings.planes[static_cast<std::size_t>(place)];
    if (beside.beside.size() >= plane.beside.size() || std::ranges::count(plane.beside, place) > 1 ||
        beside.method.info().rows_below > 0)
      return Error{name + " cannot have plane " + std::to_string(place + 1) + " beside it"};
  }
  return {};
}

Status check_shade(const Settings& settings, std::size_t index) {
  const PlaneSettings& plane = settings.planes[index];
  if (!plane.shade) return {};
  const std::string name = "halftone: plane " + std::to_string(index + 1);
  const SearchMethod* const search = plane.method.info().search;
  if (search == nullptr || search->moves != Moves::toggles_and_swaps)
    return Error{name + " is halftoned by " + std::string(plane.method.name()) + ", which cannot search inks together"};
  for (const int part : *plane.shade) {
    if (part < 0 || part > whole_shade)
      return Error{name + " has a shade of " + std::to_string(part) + "; it goes from 0 to " +
                   std::to_string(whole_shade)};
  }
  const auto shaded = [](const PlaneSettings& each) { return each.shade.has_value(); };
  if (std::ranges::count_if(settings.planes, shaded) > std::ptrdiff_t{max_together})
    return Error{"halftone: more than " + std::to_string(max_together) + " planes are to be searched together"};
  return {};
}

Status check_drops(const Settings& settings, std::size_t index) {
  const PlaneSettings& plane = settings.planes[index];
  if (const Status status = check(plane.drops, settings.levels); !status.ok()) return status;
  const SearchMethod* const search = plane.method.info().search;
  if (search == nullptr || search->moves == Moves::toggles_and_swaps) return {};
  const bool is_plain = plane.drops.amounts.empty() && plane.drops.mix == 0;
  if (settings.levels == 2 || is_plain) return {};
  return Error{"halftone: plane " + std::to_string(index + 1) + " is halftoned by " + std::string(plane.method.name()) +
               ", which prints evenly spaced drops only, and does not mix them"};
}

Status check_effort(const SearchEffort& effort) {
  const auto check = [](int count, const char* of, int most) -> Status {
    if (count >= 1 && count <= most) return {};
    return Error{"halftone: " + std::to_string(count) + " " + of + " of a search are out of range; there can be 1 to " +
                 std::to_string(most)};
  };
  const Status rounds = check(effort.rounds, "rounds", max_search_rounds);
  return rounds.ok() ? check(effort.sweeps, "sweeps", max_search_sweeps) : rounds;
}

}  // namespace

SearchEffort effort_of(const PlaneSettings& plane) {
  return plane.effort.value_or(plane.method.info().search->normal);
}

int rows_below(const PlaneSettings& plane) {
  return plane.method.info().search != nullptr ? effort_of(plane).rows_below() : plane.method.info().rows_below;
}

Status check(const Settings& settings) {
  const int levels = settings.levels;
  if (levels < min_levels || levels > max_levels) {
    return Error{"halftone: " + std::to_string(levels) + " levels are not possible; choose " +
                 std::to_string(min_levels) + " to " + std::to_string(max_levels)};
  }
  if (settings.bits != 8 && settings.bits != 16) {
    return Error{"halftone: planes of " + std::to_string(settings.bits) + " bits are not possible; choose 8 or 16"};
  }
  if (settings.width < 1 || settings.width > max_width) {
    return Error{"halftone: a width of " + std::to_string(settings.width) +
                 " pixels is out of range; it goes from 1 to " + std::to_string(max_width)};
  }
  if (settings.planes.empty() || settings.planes.size() > max_planes) {
    return Error{"halftone: " + std::to_string(settings.planes.size()) +
                 " planes are out of range; there can be 1 to " + std::to_string(max_planes)};
  }
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const PlaneSettings& plane = settings.planes[i];
    if (const Status status = check_beside(settings, i); !status.ok()) return status;
    if (const Status status = check_shade(settings, i); !status.ok()) return status;
    if (const Status status = check_drops(settings, i); !status.ok()) return status;
    if (plane.sharpness < min_sharpness || plane.sharpness > max_sharpness) {
      return Error{"halftone: a sharpness of " + std::to_string(plane.sharpness) +
                   " percent is out of range; it goes from " + std::to_string(min_sharpness) + " to " +
                   std::to_string(max_sharpness)};
    }
    if (plane.effort) {
      if (const Status status = check_effort(*plane.effort); !status.ok()) return status;
    }
    if (plane.method.info().family != Family::screen) continue;
    if (!plane.screen) return Error{"halftone: " + std::string(plane.method.name()) + " was given no tile"};
    if (const Status status = check(*plane.screen); !status.ok()) return status;
  }
  return {};
}

bool run_together(const PlaneSettings& a, const PlaneSettings& b) {
  return a.beside.empty() && b.beside.empty() && a.method == b.method && a.screen == b.screen &&
         a.shade.has_value() == b.shade.has_value() && a.drops == b.drops &&
         (a.sharpness == b.sharpness || a.method.info().family != Family::tone_filter) &&
         (a.method.info().family != Family::search || effort_of(a) == effort_of(b));
}

std::vector<PlaneSettings> planes_of(std::size_t count, Method method) {
  std::vector<PlaneSettings> planes;
  for (std::size_t i = 0; i < count; ++i) planes.push_back({.method = method, .ink = static_cast<int>(i)});
  return planes;
}

int rows_held_back(const Settings& settings) {
  int rows = 0;
  for (const PlaneSettings& plane : settings.planes) rows = std::max(rows, rows_below(plane));
  return rows;
}

int plate_bits(int levels) {
  return levels == 2 ? 1 : levels <= 4 ? 2 : 4;
}

std::int64_t plate_row_bytes(std::int64_t width, int levels) {
  return (width * plate_bits(levels) + 7) / 8;
}

}  // namespace platerip::halftone
