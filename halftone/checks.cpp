#include "halftone/checks.h"

#include <string>

namespace platerip::halftone {

Status check_known(const Settings& settings) {
  if (const Status status = check(settings); !status.ok()) return status;
  for (const PlaneSettings& plane : settings.planes) {
    if (&plane.method.info() == &given_screen) continue;
    const auto known = find_method(plane.method.name());
    if (!known.ok() || *known != plane.method)
      return Error{"halftone: no backend has the method '" + std::string(plane.method.name()) + "'"};
  }
  return {};
}

Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&)) {
  if (const Status status = check_known(settings); !status.ok()) return status;
  const std::size_t needed = workspace_bytes(settings);
  if (workspace.size() >= needed) return {};
  return Error{"halftone: the workspace has " + std::to_string(workspace.size()) + " bytes and needs " +
               std::to_string(needed)};
}

Status check_strip(const Settings& settings, const Strip& strip) {
  const std::size_t planes = settings.planes.size();
  if (strip.planes.size() != planes || strip.plates.size() != planes) {
    return Error{"halftone: a strip of " + std::to_string(strip.planes.size()) + " planes and " +
                 std::to_string(strip.plates.size()) + " plates was given where the page has " +
                 std::to_string(planes)};
  }
  if (strip.rows < 0 || strip.room < 0) {
    return Error{"halftone: a strip of " + std::to_string(strip.rows) + " rows with room for " +
                 std::to_string(strip.room) + " was given"};
  }
  if (!strip.neighbours.empty() && strip.neighbours.size() != planes) {
    return Error{"halftone: " + std::to_string(strip.neighbours.size()) + " neighbours were given for " +
                 std::to_string(planes) + " planes"};
  }
  return {};
}

Status PageEnd::take(const Strip& strip) {
  if (!strip.neighbours.empty()) return {};
  if (strip.rows > 0 && has_come_) return Error{"halftone: rows were given after the page's last"};
  has_come_ = has_come_ || strip.last;
  return {};
}

Status check_group_strip(const Settings& group, const Strip& strip) {
  return group.planes[0].beside.empty() ? check_strip(group, strip) : Status();
}

}  // namespace platerip::halftone
