// The exhaustive search of a tile: goes through its windows, and changes their pixels to the best pattern. The backend
// searches each window. Private to halftone/. Nothing here throws.
#pragma once

#include "halftone/search/plane_rows.h"
#include "halftone/search/window.h"

namespace platerip::halftone {

/// Sets `best` to the pattern with the least error, if this error is less than that of `best`. Of equal patterns it
/// takes the one with the lowest number (search.h).
using FindPattern = void (*)(const SearchWindow& window, InkRange range, WindowPattern& best);

/// Searches the windows of a tile, as search.h says.
void search_windows(const SearchMethod& method, int sweeps, FindPattern find, const TileAround& around);

}  // namespace platerip::halftone
