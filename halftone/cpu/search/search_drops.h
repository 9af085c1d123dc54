// The search of drop sizes in a tile, with SIMD. Private to halftone/cpu/.
#pragma once

#include "halftone/search/plane_rows.h"

namespace platerip::halftone::cpu {

/// SearchBackend::search_drops_in_tile.
void search_drops_in_tile(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around);

}  // namespace platerip::halftone::cpu
