// The reference of the search methods: plain scalar code, which is the specification. Private to halftone/.
#pragma once

#include "halftone/search/plane_rows.h"

namespace platerip::halftone::reference {

/// SearchBackend::search_in_tile.
void search_in_tile(const SearchMethod& method, const SearchEffort& effort, const TileAround& around);

}  // namespace platerip::halftone::reference
