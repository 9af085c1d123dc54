// How a tint begins, and how many dots small tints get.
//
// Functions may throw what the halftone throws. They are thread-safe.
#pragma once

#include <array>
#include <vector>

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// The light tints whose beginnings are measured.
inline constexpr std::array run_in_tones{1, 2, 4, 8};

/// The tints that a tint begins under, 40 rows of paper away.
inline constexpr std::array tints_above{32, 64, 128, 192};

/// Rows without a dot at the top of a tint, for each of run_in_tones: the mean over 48 blocks of 40 columns. A tint of
/// 1 that begins as it goes on has about 5, because it has a dot for every 255 pixels.
using RunIn = std::array<double, run_in_tones.size()>;

RunIn run_in_at_page_top(const Halftone& halftone);
/// In a box, 64 rows below the top of the page and 64 columns from its sides, with nothing else on the page.
RunIn run_in_on_paper(const Halftone& halftone);
/// In a box 40 rows under a box of another tint, 64 rows high and as wide. The mean over tints_above.
RunIn run_in_under_tints(const Halftone& halftone);

/// Dots in a box of 1/255 alone on a page: the mean over 200 boxes, each elsewhere.
struct SmallTints {
  double expected = 0;  ///< dots of a box, on average
  double printed = 0;
};
SmallTints small_tints(const Halftone& halftone, int width, int height);

}  // namespace platerip::quality
