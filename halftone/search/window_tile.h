// The exhaustive search of a tile: which windows are searched, and what becomes of them. How a window is searched is up
// to the backend. Private to halftone/. Nothing here throws.
#pragma once

#include "halftone/search/plane_rows.h"
#include "halftone/search/window.h"

namespace platerip::halftone {

/// Sets `best` to the pattern with the least error, if it is less than that of `best`; of equal ones to the first. The
/// order is that of the numbers whose binary digits say which pixels change, the first pixel's being the highest digit.
using FindPattern = void (*)(const SearchWindow& window, InkRange range, WindowPattern& best);

/// Searches the windows of a tile, as search.h says.
void search_windows(const SearchMethod& method, int sweeps, FindPattern find, const TileAround& around);

}  // namespace platerip::halftone
