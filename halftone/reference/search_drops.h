// The reference of the search of drop sizes: plain scalar code, which is the specification. Private to halftone/.
#pragma once

#include "halftone/search/plane_rows.h"

namespace platerip::halftone::reference {

/// SearchBackend::search_drops_in_tile.
void search_drops_in_tile(const SearchEffort& effort, const SearchLadder& ladder, const TileAround& around);

}  // namespace platerip::halftone::reference
