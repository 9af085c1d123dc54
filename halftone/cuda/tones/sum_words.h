// Converts between the sums of tone filters, as callers have them, and the boundary words of stripes. Private to
// halftone/cuda/.
//
// A word is the bits of a sum's float (step.h), or 0 if the sum is not there. A row has `reach` words for columns to
// the left of the page, the page's, and those that complete the last group.
#pragma once

#include <cstdint>

#include "halftone/cuda/wavefront/boundary_words.h"

namespace platerip::halftone::cuda {

/// Enqueues the conversion of sums to words. Null means no sums. A sum out of range becomes the nearest one that is in
/// range.
Status load_sums(const BoundaryShape& shape, const std::int16_t* sums, std::uint32_t* words, Stream stream);

/// Enqueues the conversion of a stripe's words to sums. Words that the stripe below has already taken are read from
/// `taken`, which is null if no strip below keeps copies.
Status save_sums(const BoundaryShape& shape, const std::uint32_t* words, const std::uint32_t* taken, std::int16_t* sums,
                 Stream stream);

}  // namespace platerip::halftone::cuda
