// The search of a tile in all inks together, with SIMD. Private to halftone/cpu/.
#pragma once

#include <span>

#include "halftone/inks_together.h"
#include "halftone/search/plane_rows.h"

namespace platerip::halftone::cpu {

/// SearchBackend::search_inks_in_tile.
void search_inks_in_tile(const SearchEffort& effort, std::span<const Shade> shades, std::span<const TileAround> around);

}  // namespace platerip::halftone::cpu
