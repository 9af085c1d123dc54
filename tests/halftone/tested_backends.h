// The backends that tests compare with each other: the product's and, in a build with CUDA, one on a GPU.
#pragma once

#include <string_view>
#include <vector>

#include "halftone/backends/backends.h"

namespace platerip::halftone {

/// All that this machine supports.
const std::vector<const Backend*>& tested_backends();

/// Null if this build or machine has none of this name.
const Backend* tested_backend(std::string_view name);

}  // namespace platerip::halftone
