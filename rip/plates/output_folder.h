// The folder that a run writes to. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>

#include "base/status.h"

namespace platerip::rip {

/// Makes `folder`, and the folders around it, if they are missing. Errors: it cannot be made.
Status make_folder(const std::string& folder);

}  // namespace platerip::rip
