// The exhaustive search of a window with SIMD. Private to halftone/cpu/.
#pragma once

#include "halftone/search/window.h"

namespace platerip::halftone::cpu {

/// A FindPattern.
void find_pattern(const SearchWindow& window, InkRange range, WindowPattern& best);

}  // namespace platerip::halftone::cpu
