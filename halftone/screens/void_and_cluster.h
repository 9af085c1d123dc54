// Orders the pixels of a tile so that the first ones, however many, are spread evenly: R. Ulichney, "The
// void-and-cluster method for dither array generation", SPIE 1913, 1993. Private to halftone/screens/.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/screens/field.h"

namespace platerip::halftone {

/// Places `count` dots on candidates of the field, or as many as there are candidates. Returns them in the order in
/// which they were placed. Their pixels are then no candidates.
std::vector<Place> spread_dots(Field& field, int count);

/// All pixels of a tile in order. Precondition: the sizes are at least 1.
std::vector<Place> void_and_cluster(int width, int height, std::uint32_t seed);

}  // namespace platerip::halftone
