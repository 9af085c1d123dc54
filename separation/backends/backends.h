// The separation backends of this build, and the function that makes the separator of a page.
//
// Functions may throw std::bad_alloc, or whatever the callbacks of the settings throw. They are thread-safe.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// One way to separate. Every backend gives the same bits as `reference`.
struct Backend {
  std::string_view name;
  std::string_view description;
  Status (*supported)();  ///< success, or why this machine or build cannot run it
  Result<std::unique_ptr<Separator>> (*make)(const Settings& settings);  ///< make_separator() with this backend
};

/// All backends of this build, the fastest first. The table lives as long as the program.
std::span<const Backend> backends();

/// The backend called `name`, or the first supported one for "auto". Errors: no backend has this name (the message
/// lists all names), or this machine does not support it (the message says why).
Result<const Backend*> find_backend(std::string_view name);

/// Makes the separator of a page. Errors: settings are out of range, a curve is for an ink that does not exist, there
/// is no black ink for grays in black alone, LittleCMS refuses the transform, or settings.making cancels. An unusable
/// cache is not an error: Separator::description() says why it was not used.
Result<std::unique_ptr<Separator>> make_separator(const Settings& settings, std::string_view backend = "auto");

}  // namespace platerip::separation
