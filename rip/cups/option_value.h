// The values of options that jobs have beside those of job_options.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/status.h"

namespace platerip::rip {

/// Reads a job option by its name.
using GetOption = std::function<std::optional<std::string>(const std::string& name)>;

/// `should` is what to give instead.
Error wrong_value(const std::string& name, const std::string& value, const std::string& should);

/// As flag_of() reads it; nothing where the option is not given. Errors: anything else.
Result<std::optional<bool>> read_flag(const GetOption& option, const std::string& name);

}  // namespace platerip::rip
