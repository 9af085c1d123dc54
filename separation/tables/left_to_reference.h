// Which pages the reference must separate. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why no table can serve pages with these settings; nothing if one can. GPUs leave such pages to the cores.
std::optional<std::string> left_to_reference(const Settings& settings);

/// Why the `cpu` backend leaves such pages to the reference; nothing if it does not.
std::optional<std::string> left_by_cpu(const Settings& settings);

}  // namespace platerip::separation
