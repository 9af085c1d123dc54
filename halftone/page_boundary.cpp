#include "halftone/page_boundary.h"

#include <algorithm>
#include <limits>
#include <string>

#include "halftone/even_inks.h"
#include "halftone/inks_together.h"
#include "halftone/search_drops.h"
#include "halftone/tone_ladder.h"

namespace platerip::halftone {
namespace {

constexpr std::int64_t max_rows = std::numeric_limits<std::int64_t>::max() / 2;

std::span<const std::int16_t> errors_of(const PlaneBoundary& plane) {
  return {reinterpret_cast<const std::int16_t*>(plane.state.data()), plane.state.size() / sizeof(std::int16_t)};
}

// Whether sums of tone filters are at most `most`, of either sign.
bool are_at_most(int most, std::span<const std::int16_t> sums) {
  return std::ranges::all_of(sums, [&](int sum) { return sum >= -most && sum <= most; });
}

bool fits(const PlaneSettings& settings, int levels, std::int64_t width, const PlaneBoundary& plane) {
  const auto bytes = sizeof(std::int16_t) * static_cast<std::size_t>(boundary_errors(settings, width));
  return plane.finished.empty() && plane.state.size() == bytes &&
         are_in_range(settings, levels, width, errors_of(plane));
}

}  // namespace

bool are_in_range(const PlaneSettings& plane, int levels, std::int64_t columns, std::span<const std::int16_t> errors) {
  const MethodInfo& info = plane.method.info();
  if (info.filter != nullptr) return std::ranges::all_of(errors, is_error);
  if (info.tone == nullptr) return are_at_most(0, errors);
  if (plane.beside.empty()) return are_at_most(largest_sum(*info.tone, levels), errors);
  const auto own = errors.first(static_cast<std::size_t>(columns));
  return are_at_most(largest_even_sum(*info.tone, levels), own) &&
         are_at_most(largest_overlap_sum, errors.subspan(own.size()));
}

int boundary_version_of(const PlaneSettings& plane, int levels) {
  if (plane.shade) return levels == 2 ? together_boundary_version : drops_together_boundary_version;
  if (plane.method.info().search != nullptr && searches_drops(plane, levels)) return drops_boundary_version;
  return plane.beside.empty() ? plane.method.info().boundary_version : even_boundary_version;
}

std::int64_t boundary_errors(const PlaneSettings& plane, std::int64_t width) {
  const MethodInfo& info = plane.method.info();
  if (info.filter != nullptr) return info.filter->rows() * width;
  return info.tone != nullptr ? (1 + std::ssize(plane.beside)) * width : 0;
}

std::int64_t boundary_errors(const Settings& settings) {
  std::int64_t errors = 0;
  for (const PlaneSettings& plane : settings.planes) errors += boundary_errors(plane, settings.width);
  return errors;
}

Boundary boundary_of(const Settings& settings, std::int64_t rows, std::span<const std::int16_t> errors) {
  Boundary boundary{.rows = rows, .held = 0, .planes = {}};
  for (const PlaneSettings& plane : settings.planes) {
    const auto own = std::as_bytes(errors.first(static_cast<std::size_t>(boundary_errors(plane, settings.width))));
    boundary.planes.push_back({.method = std::string(plane.method.name()),
                               .version = boundary_version_of(plane, settings.levels),
                               .state = {own.begin(), own.end()},
                               .finished = {}});
    errors = errors.subspan(own.size() / sizeof(std::int16_t));
  }
  return boundary;
}

std::vector<std::int16_t> errors_of(const Boundary& boundary) {
  std::vector<std::int16_t> errors;
  for (const PlaneBoundary& plane : boundary.planes) {
    const std::span<const std::int16_t> own = errors_of(plane);
    errors.insert(errors.end(), own.begin(), own.end());
  }
  return errors;
}

Status check_methods(const Settings& settings, const Boundary& boundary) {
  if (boundary.planes.size() != settings.planes.size()) {
    return Error{"halftone: the boundary has " + std::to_string(boundary.planes.size()) + " planes and the page " +
                 std::to_string(settings.planes.size()) + "; start the page anew"};
  }
  for (std::size_t i = 0; i < settings.planes.size(); ++i) {
    const MethodInfo& method = settings.planes[i].method.info();
    const PlaneBoundary& plane = boundary.planes[i];
    const int version = boundary_version_of(settings.planes[i], settings.levels);
    if (plane.method == method.name && plane.version == version) continue;
    return Error{"halftone: plane " + std::to_string(i + 1) + " is to go on by " + std::string(method.name) +
                 ", version " + std::to_string(version) + ", and was begun by " + plane.method + ", version " +
                 std::to_string(plane.version) + "; start the page anew"};
  }
  return {};
}

Status check_boundary(const Settings& settings, const Boundary& boundary) {
  if (const Status status = check_methods(settings, boundary); !status.ok()) return status;
  bool all_fit = boundary.rows >= 0 && boundary.rows <= max_rows && boundary.held == 0;
  for (std::size_t i = 0; i < settings.planes.size(); ++i)
    all_fit = all_fit && fits(settings.planes[i], settings.levels, settings.width, boundary.planes[i]);
  if (all_fit) return {};
  return Error{"halftone: the boundary errors do not belong to this page; start it anew"};
}

}  // namespace platerip::halftone
