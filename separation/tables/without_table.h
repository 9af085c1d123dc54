// Which pages with exact precision have no table of all colours. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why no table can serve pages with these settings; nothing if one can.
std::optional<std::string> without_table(const Settings& settings);

}  // namespace platerip::separation
