#include "halftone/checks.h"

#include <algorithm>
#include <string>

#include "halftone/error_filter.h"

namespace platerip::halftone {

std::size_t boundary_size(const Settings& settings) {
  return static_cast<std::size_t>(settings.planes) * boundary_rows(settings.method) * settings.width;
}

Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&)) {
  if (const Status status = check(settings); !status.ok()) return status;
  const std::size_t needed = workspace_bytes(settings);
  if (workspace.size() >= needed) return {};
  return Error{"halftone: the workspace has " + std::to_string(workspace.size()) + " bytes and needs " +
               std::to_string(needed)};
}

Status check_strip(const Settings& settings, const Strip& strip) {
  const auto planes = static_cast<std::size_t>(settings.planes);
  if (strip.planes.size() != planes || strip.plates.size() != planes) {
    return Error{"halftone: a strip of " + std::to_string(strip.planes.size()) + " planes and " +
                 std::to_string(strip.plates.size()) + " plates was given where the page has " +
                 std::to_string(planes)};
  }
  if (strip.rows < 0) return Error{"halftone: a strip of " + std::to_string(strip.rows) + " rows was given"};
  return {};
}

Status check_boundary(const Settings& settings, const Boundary& boundary) {
  const auto in_range = [](std::int16_t error) { return error >= min_error && error <= max_error; };
  if (boundary.rows >= 0 && boundary.c.size() == boundary_size(settings) && std::ranges::all_of(boundary.c, in_range))
    return {};
  return Error{"halftone: the boundary errors do not belong to this page; start it anew"};
}

}  // namespace platerip::halftone
