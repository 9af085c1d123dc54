// The rows that a search holds back, on their way to a GPU.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/cuda/search/pixel_word.h"
#include "halftone/halftone.h"

namespace platerip::halftone::cuda {

/// The rows that a boundary holds back. None at the beginning of a band (search/bands.h).
struct HeldRows {
  std::int64_t finished = 0;            ///< rows above them
  std::int64_t rows = 0;                ///< their number
  std::vector<std::int16_t> sums = {};  ///< below them, as for boundary_of() (page_boundary.h)
  std::vector<PixelWord> words = {};    ///< [plane][row][column]
};

/// Thread-safe. Errors: the boundary is none of this page, or rows are to be given again. Precondition: is_searched().
/// Throws std::bad_alloc, and nothing else.
Result<HeldRows> held_rows_of(const Settings& settings, const Boundary& boundary);

}  // namespace platerip::halftone::cuda
