// Which pages are left to the reference. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why no table serves pages of these settings, so that the reference must separate them; nothing if one does.
std::optional<std::string> left_to_reference(const Settings& settings);

}  // namespace platerip::separation
