// Which pages the reference must separate. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why no table can serve pages with these settings, so that the reference must separate them. Nothing if a table can.
std::optional<std::string> left_to_reference(const Settings& settings);

}  // namespace platerip::separation
