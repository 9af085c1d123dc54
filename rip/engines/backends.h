// Finds the backends that a name stands for. The separation and the halftone each have a table of backends, and one
// name chooses from both.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "separation/backends/backends.h"

namespace platerip::rip {

/// The backends of one name.
struct Backends {
  const separation::Backend* separation = nullptr;
  const halftone::Backend* halftone = nullptr;
};

/// Finds the backends for `name`. If only one table has that name, the other table uses "auto". Thread-safe. Errors:
/// neither has it (the message lists the names), or this machine cannot run one of the backends (the message says why).
Result<Backends> find_backends(std::string_view name);

/// `name`, or "auto" if the table has no such backend.
template <typename Backend>
std::string_view name_or_auto(std::string_view name, std::span<const Backend> table) {
  const bool known = std::any_of(table.begin(), table.end(), [&](const Backend& each) { return each.name == name; });
  return known ? name : "auto";
}

}  // namespace platerip::rip
