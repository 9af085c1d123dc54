// Which pages the reference must separate. Private to separation/.
#pragma once

#include <optional>
#include <string>

#include "separation/separation.h"

namespace platerip::separation {

/// Why no table can serve pages with these settings; nothing if one can. The `cpu` backend leaves such pages to the
/// reference, and GPUs leave them to the CPU.
std::optional<std::string> left_to_reference(const Settings& settings);

}  // namespace platerip::separation
