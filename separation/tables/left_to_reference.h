// Which pages no table serves. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why there is no converter for pages of these settings, so that the reference must do them; or nothing.
std::optional<std::string> left_to_reference(const Settings& settings);

}  // namespace platerip::separation
