// The values of job options.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "status.h"

namespace platerip::rip {

/// Reads a job option by its name.
using GetOption = std::function<std::optional<std::string>(const std::string& name)>;

/// `should` is what to give instead.
Error wrong_value(const std::string& name, const std::string& value, const std::string& should);

/// true, yes, on, 1, or false, no, off, 0, in any case; nothing where the option is not given. Errors: anything else.
Result<std::optional<bool>> read_flag(const GetOption& option, const std::string& name);

}  // namespace platerip::rip
