// The search of a tile with SIMD. Private to halftone/cpu/.
#pragma once

#include "halftone/search/plane_rows.h"

namespace platerip::halftone::cpu {

/// SearchBackend::search_in_tile. The method is one of search_methods.
void search_in_tile(const SearchMethod& method, const SearchEffort& effort, const TileAround& around);

}  // namespace platerip::halftone::cpu
