// The oracle of dbs with drop sizes: a complete page, pixel by pixel, without any of the product's tables but the
// eye's.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/drops.h"
#include "tests/halftone/direct_search.h"

namespace platerip::halftone {

/// Levels of a width × height page, row after row, whose drops are unevenly spaced or mixed (search_drops.h). `levels`:
/// of the plate; `levels_before`: of the plate to begin with.
std::vector<int> search_drops_directly(const SearchOrder& order, const EyeTable& eye, const Drops& drops, int levels,
                                       int bits, std::int64_t width, std::int64_t height,
                                       const std::function<int(std::int64_t, std::int64_t)>& sample,
                                       const std::vector<int>& levels_before);

/// Levels of each plane, whose inks with these shades are searched together (inks_together.h).
std::vector<std::vector<int>> search_drop_inks_directly(
    const SearchOrder& order, const EyeTable& eye, const std::vector<Shade>& shades, const Drops& drops, int levels,
    int bits, std::int64_t width, std::int64_t height,
    const std::function<int(std::size_t, std::int64_t, std::int64_t)>& sample,
    const std::vector<std::vector<int>>& levels_before);

}  // namespace platerip::halftone
