// Converts between boundary errors, as callers have them, and the boundary words of stripes. Private to halftone/cuda/.
//
// The errors (C) of a plane are [row, upper first][column]; several planes follow one after the other. Words are [row,
// nearest first][column], two columns to a word. A column holds its error less error_offset, or 0 if its error is not
// there.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "halftone/cuda/wavefront/device_strip.h"

namespace platerip::halftone::cuda {

/// The shape of the boundary of planes that share one filter.
struct BoundaryShape {
  std::int64_t width = 0;
  std::int64_t planes = 0;
  int rows = 0;           ///< rows of a plane's errors
  std::int64_t row = 0;   ///< columns from one row of words to the next: at least the width and the reach
  int reach = 0;          ///< columns of words to the left of the page: none for error filters
  int largest = 0;        ///< the largest sum of a tone filter, of either sign
  bool is_fixed = false;  ///< the tone filter has fixed weights, and so negative words (tones/step.h)
};

/// Enqueues the conversion of errors to words. Null means no errors. An error out of range becomes the nearest one that
/// is in range.
Status load_errors(const BoundaryShape& shape, const std::int16_t* errors, std::uint32_t* words, Stream stream);

/// Enqueues the conversion of a stripe's words to errors. Words that the stripe below has already taken are read from
/// `taken`, which is null if no strip below keeps copies.
Status save_errors(const BoundaryShape& shape, const std::uint32_t* words, const std::uint32_t* taken,
                   std::int16_t* errors, Stream stream);

}  // namespace platerip::halftone::cuda
