// The search of a tile of drops in all inks together (inks_together.h), as all backends do it. Private to halftone/.
// Nothing here throws.
#pragma once

#include <span>

#include "halftone/inks_together.h"
#include "halftone/search/plane_rows.h"

namespace platerip::halftone {

/// Searches a tile. `around` has the tile in each of the 1 to max_together planes, whose drops are those of the ladder.
/// It changes pixels of the tile and beside it.
void search_drop_inks_in_tile(const SearchEffort& effort, const SearchLadder& ladder, std::span<const Shade> shades,
                              std::span<const TileAround> around);

}  // namespace platerip::halftone
