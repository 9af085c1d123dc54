// Finds what the name of a backend stands for: a kind of GPUs, or backends of the cores. The separation and the
// halftone each have a table of these, and one name chooses from both.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "base/status.h"
#include "halftone/backends/backends.h"
#include "rip/makers/who_goes_on.h"
#include "separation/backends/backends.h"

namespace platerip::rip {

/// The backends of the cores.
struct Backends {
  const separation::Backend* separation = nullptr;
  const halftone::Backend* halftone = nullptr;
};

/// Finds the backends for `name`. If only one table has that name, the other table uses "auto". Thread-safe. Errors:
/// neither has it (the message lists the names), or this machine cannot run one of the backends (the message says why).
Result<Backends> find_backends(std::string_view name);

/// The same for the cores beside a GPU: "auto" if `name` is a kind of GPUs.
Result<Backends> find_cores(std::string_view name);

/// What the name asks for.
Use use_of(std::string_view name);

/// Checks that a backend works on this machine; a kind of GPUs is checked for its GPU `device`. Errors: no backend has
/// this name, or it does not work; the message says why.
Status check_backend(std::string_view name, int device);

/// `name`, or "auto" if the table has no such backend.
template <typename Backend>
std::string_view name_or_auto(std::string_view name, std::span<const Backend> table) {
  const bool known = std::any_of(table.begin(), table.end(), [&](const Backend& each) { return each.name == name; });
  return known ? name : "auto";
}

}  // namespace platerip::rip
