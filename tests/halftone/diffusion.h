// The oracle: error diffusion of a complete page, which scatters errors instead of collecting them. It is written from
// the published filters alone.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Levels of a width × height page, row after row. `sample(y, x)` is the ink amount in `bits` bits. `drops` are the
/// amounts of the levels; none: `levels` even ones.
std::vector<int> diffuse(Method filter, int levels, int bits, std::int64_t width, std::int64_t height,
                         const std::function<int(std::int64_t, std::int64_t)>& sample, std::vector<int> drops = {});

}  // namespace platerip::halftone
