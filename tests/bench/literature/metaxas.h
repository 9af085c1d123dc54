// What the two forms of Metaxas' linear array of processors share. The page is cut into slanted slices, each of which
// moves one column to the right from row to row. Each processor has a slice. It leaves a row when the row below may
// continue.
#pragma once

#include <vector>

#include "halftone/method.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {

/// The definition's step for the filter at index `place` in the table. error(row, column) is the error of the pixel
/// this number of rows and columns away.
template <std::size_t place, typename ErrorAt>
constexpr Pixel collect(std::uint8_t ink, ErrorAt error) {
  constexpr const halftone::ErrorFilter& filter = halftone::error_filters[place];
  int sum = 0;
  for (const halftone::Weight& w : filter.weights) {
    if (w.weight) sum += w.weight * error(w.row, w.column);
  }
  return quantise<2>(16 * ink + ((filter.multiplier() * sum + 32768) >> 16));
}

}  // namespace platerip::literature
