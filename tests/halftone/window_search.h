// The oracle of the exhaustive searches: a complete page, searched round by round, with every pattern of every window.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "tests/halftone/direct_search.h"

namespace platerip::halftone {

/// Levels of a width × height page, row after row. `is_partial`: pes, else les. The others are those of
/// search_directly().
std::vector<int> search_windows_directly(bool is_partial, const SearchOrder& order, int levels, int bits,
                                         std::int64_t width, std::int64_t height,
                                         const std::function<int(std::int64_t, std::int64_t)>& sample,
                                         const std::vector<int>& levels_before);

}  // namespace platerip::halftone
