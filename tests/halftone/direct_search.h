// The oracle of the search methods: a complete page, searched round by round, with the eye's sums of all its pixels in
// one array.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// What is searched, how often, and where.
struct SearchOrder {
  std::int64_t tile = 32;
  int rounds = 2;
  int sweeps = 3;  ///< of each tile in each round; fewer if nothing changes any more
};

/// Pixel by pixel over the page, until no change of any pixel lowers the error.
inline constexpr SearchOrder to_the_end{std::numeric_limits<std::int32_t>::max(), 1,
                                        std::numeric_limits<std::int32_t>::max()};

/// Levels of a width × height page, row after row. `sample(y, x)` is the ink amount in `bits` bits; `levels_before` is
/// the plate that the search begins with.
std::vector<int> search_directly(const SearchOrder& order, const EyeTable& eye, int levels, int bits,
                                 std::int64_t width, std::int64_t height,
                                 const std::function<int(std::int64_t, std::int64_t)>& sample,
                                 const std::vector<int>& levels_before);

/// Levels of each plane of two levels, whose inks with these shades are searched together (inks_together.h).
std::vector<std::vector<int>> search_inks_directly(
    const SearchOrder& order, const EyeTable& eye, const std::vector<Shade>& shades, int bits, std::int64_t width,
    std::int64_t height, const std::function<int(std::size_t, std::int64_t, std::int64_t)>& sample,
    const std::vector<std::vector<int>>& levels_before);

}  // namespace platerip::halftone
