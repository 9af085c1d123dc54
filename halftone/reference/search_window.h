// The reference of the exhaustive search of windows: plain scalar code, which is the specification. Private to
// halftone/.
#pragma once

#include "halftone/search/window.h"

namespace platerip::halftone::reference {

/// A FindPattern.
void find_pattern(const SearchWindow& window, InkRange range, WindowPattern& best);

}  // namespace platerip::halftone::reference
