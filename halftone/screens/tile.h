// Tiles from the order in which their pixels print. Functions may throw std::bad_alloc, and nothing else. They are
// thread-safe.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/screen.h"

namespace platerip::halftone {

/// The thresholds of a tile whose pixels print in this order. Of n pixels, a tone v of 65535 prints n·v/65535, rounded
/// to whole pixels. Precondition: `order` has each index of a pixel, row · width + column, once.
Screen screen_of(std::int32_t width, std::int32_t height, std::int32_t shift, const std::vector<std::int32_t>& order);

/// A square tile, mirrored, turned and moved, for each of many inks in a different way: the inks then do not print
/// alike. Ink 0 gets the tile as it is. Preconditions: the tile is square and has no shift, and `ink` is not negative.
Screen for_ink(const Screen& screen, int ink);

/// The same screen, but no tone between paper and `share` of solid prints less than that share, and no tone between
/// 1 − `share` and solid leaves less than that share of paper: so no dot and no hole is too small to hold. For two
/// levels. Precondition: `share` is between 0 and 0.5.
Screen with_min_dot(Screen screen, double share);

}  // namespace platerip::halftone
