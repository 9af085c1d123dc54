// Between boundary errors as a caller has them and the boundary words of stripes. Private to halftone/cuda/.
//
// Errors (C) of a plane are [row, upper first][column], of several planes one after the other. Words are [row, nearest
// first][column], two columns to a word, each less error_offset; 0 is a column whose error is not there.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "halftone/cuda/device_strip.h"

namespace platerip::halftone::cuda {

/// Planes of one error filter.
struct BoundaryShape {
  std::int64_t width = 0;
  std::int64_t planes = 0;
  int rows = 0;          ///< of a plane's errors
  std::int64_t row = 0;  ///< columns from row to row of the words: more than the width
};

/// Enqueues: the words of these errors, or where `errors` is null of no errors. Errors out of range are taken for the
/// nearest that is not.
Status load_errors(const BoundaryShape& shape, const std::int16_t* errors, std::uint16_t* words, Stream stream);

/// Enqueues: the errors of a stripe's words; where the stripe below has taken one of them, that of `taken`, which is
/// null where there is no stripe below.
Status save_errors(const BoundaryShape& shape, const std::uint16_t* words, const std::uint16_t* taken,
                   std::int16_t* errors, Stream stream);

}  // namespace platerip::halftone::cuda
