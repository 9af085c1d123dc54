// Converts between the sums of planes with planes beside them, as callers have them (even_inks.h), and the boundary
// words of stripes (SumWords in step.h). Private to halftone/cuda/.
//
// A row has `reach` words for columns to the left of the page, the page's, and those that complete the last group.
#pragma once

#include <cstdint>

#include "halftone/cuda/wavefront/boundary_words.h"

namespace platerip::halftone::cuda {

/// Enqueues the conversion of sums to words. Null means no sums. A sum out of range becomes the nearest one that is in
/// range. `overlaps` is the number of planes beside each plane.
Status load_even_sums(const BoundaryShape& shape, int overlaps, const std::int16_t* sums, std::uint32_t* words,
                      Stream stream);

/// Enqueues the conversion of a stripe's words to sums. Words that the stripe below has already taken are read from
/// `taken`, which is null if no strip below keeps copies.
Status save_even_sums(const BoundaryShape& shape, int overlaps, const std::uint32_t* words, const std::uint32_t* taken,
                      std::int16_t* sums, Stream stream);

}  // namespace platerip::halftone::cuda
