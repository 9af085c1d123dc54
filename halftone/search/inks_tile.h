// The search of a tile in all inks together. Private to halftone/.
#pragma once

#include <span>

#include "halftone/inks_together.h"
#include "halftone/search/plane_rows.h"

namespace platerip::halftone {

/// Searches a tile of planes that have shades, as inks_together.h says; `around` has the tile in each plane. There are
/// 1 to max_together planes of two levels. Several threads may search tiles of one kind at once. Throws nothing.
void search_inks_in_tile(const EyeTable& eye, int sweeps, std::span<const Shade> shades,
                         std::span<const TileAround> around);

}  // namespace platerip::halftone
