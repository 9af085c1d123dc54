// Reads job options that only the CUPS filters have. All others are in job_options.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/status.h"

namespace platerip::rip {

/// The value of a job option; nothing if it is not set.
using GetOption = std::function<std::optional<std::string>(const std::string& name)>;

/// The error of an option with a wrong value. `should` says what to give instead.
Error wrong_value(const std::string& name, const std::string& value, const std::string& should);

/// Reads a flag with flag_of(); nothing if the option is not set. Errors: the value is not a flag.
Result<std::optional<bool>> read_flag(const GetOption& option, const std::string& name);

}  // namespace platerip::rip
