// The oracle of the tone filters: a complete page, pixel by pixel, whose products are scattered over an array of the
// page. It has tables of its own.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Levels of a width × height page, row after row. `sample(y, x)` is the ink amount in `bits` bits. `settings` have a
/// tone filter.
std::vector<int> diffuse_by_tone(const PlaneSettings& settings, int levels, int bits, std::int64_t width,
                                 std::int64_t height, const std::function<int(std::int64_t, std::int64_t)>& sample);

}  // namespace platerip::halftone
