// A PNG's rows of averages, by vectors. Nothing here throws.
#pragma once

#include "rip/pages/pictures/png_filters.h"

namespace platerip::rip {

/// undo_png_filters() of rows that all have filter 3: each sample is the difference from the average of the one to the
/// left and the one above. Several rows at once are faster.
void undo_png_averages(const FilteredRows& rows, const std::byte* above, std::byte* made);

}  // namespace platerip::rip
