// The search of a tile in all inks together. Private to halftone/.
#pragma once

#include <span>

#include "halftone/inks_together.h"
#include "halftone/search/plane_rows.h"

namespace platerip::halftone {

/// Searches a tile of planes that have looks, as inks_together.h says; `around` has the tile in each plane. Several
/// threads may search tiles of one kind at once. Throws nothing.
void search_inks_in_tile(const EyeTable& eye, int sweeps, std::span<const InkLook> looks,
                         std::span<const TileAround> around);

}  // namespace platerip::halftone
