// The ways to separate that this build has, by name; and the separator of a page.
//
// Functions throw std::bad_alloc where memory runs out, or what the callbacks of the settings throw.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// One way to separate. Every backend gives the same bits: those of `reference`.
struct Backend {
  std::string_view name;
  std::string_view description;
  Status (*supported)();  ///< done, or why this machine or build cannot run it
  Result<std::unique_ptr<Separator>> (*make)(const Settings& settings);  ///< make_separator() by this backend
};

/// All backends of this build, the fastest first.
std::span<const Backend> backends();

/// The backend of that name, or for "auto" the first supported one. Errors: no such name (the message lists them), or
/// not supported here, with the reason.
Result<const Backend*> find_backend(std::string_view name);

/// Makes the separator of a page. Errors: settings out of range, a curve for an ink that is not there, no black ink for
/// grays in black alone, a transform that LittleCMS refuses, given up. A cache that cannot be used is no error:
/// Separator::description() says why.
Result<std::unique_ptr<Separator>> make_separator(const Settings& settings, std::string_view backend = "auto");

}  // namespace platerip::separation
