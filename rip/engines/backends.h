// Which backends a name stands for: each folder has its own, and one name chooses in all of them.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "separation/backends/backends.h"

namespace platerip::rip {

struct Backends {
  const separation::Backend* separation = nullptr;
  const halftone::Backend* halftone = nullptr;
};

/// Where a folder has no backend of that name, its "auto" is taken. Errors: no folder has one (the message lists the
/// names), or one that has cannot run it here, with the reason.
Result<Backends> find_backends(std::string_view name);

/// `name`, or "auto" where the table has no such backend.
template <typename Backend>
std::string_view name_or_auto(std::string_view name, std::span<const Backend> table) {
  const bool known = std::any_of(table.begin(), table.end(), [&](const Backend& each) { return each.name == name; });
  return known ? name : "auto";
}

}  // namespace platerip::rip
