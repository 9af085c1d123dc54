// Single strokes of known widths at known places: how much of them a plate keeps.
//
// Functions may throw std::bad_alloc, and std::runtime_error. They are thread-safe.
#pragma once

#include <ostream>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::text {

/// A page of strokes, each in a field of its own: of each width upright at 16 phases, level at 16 phases, and at 24
/// slants. Pixels are inked as far as the stroke covers them.
quality::Image draw_strokes();

/// Prints a row for each width, for upright, level and slanted strokes: the width; which; percent of the rows without
/// ink; the error of the width and its standard deviation, in pixels across the stroke. Of strokes that are more level
/// than upright, rows are columns. A pixel counts as far as it is inked; a row has ink if one is at least half inked.
/// Errors: the plate has another size.
void print_strokes(std::ostream& out, const quality::Image& plate);

}  // namespace platerip::text
