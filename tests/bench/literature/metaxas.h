// What Metaxas' linear array of processors is made of, in either form. The page is cut into slanted slices, each of
// which moves one column to the right from row to row: a slice is a processor's, whose row it leaves when the row below
// may go on.
#pragma once

#include <vector>

#include "tests/bench/literature/pixel.h"

namespace platerip::literature {

/// Calls `run.template operator()<filter>()` with the error filter of the method.
template <typename Run>
void with_filter(halftone::Method method, Run run) {
  switch (method) {
    case halftone::Method::fan:
      return run.template operator()<halftone::fan>();
    case halftone::Method::jarvis:
      return run.template operator()<halftone::jarvis>();
    case halftone::Method::stucki:
      return run.template operator()<halftone::stucki>();
    default:
      return run.template operator()<halftone::floyd_steinberg>();
  }
}

/// The definition's step for any filter; error(row, column) is of the pixel so many rows and columns from this one.
template <const halftone::ErrorFilter& filter, typename ErrorAt>
constexpr Pixel collect(std::uint8_t ink, ErrorAt error) {
  int sum = 0;
  for (const halftone::Weight& w : filter.weights) {
    if (w.weight) sum += w.weight * error(w.row, w.column);
  }
  return quantise<2>(16 * ink + ((filter.multiplier() * sum + 32768) >> 16));
}

}  // namespace platerip::literature
