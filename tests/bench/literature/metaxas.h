// What Metaxas' linear array of processors is made of, in either form. The page is cut into slanted slices, each of
// which moves one column to the right from row to row: a slice is a processor's, whose row it leaves when the row below
// may go on.
#pragma once

#include <vector>

#include "halftone/method.h"
#include "tests/bench/literature/pixel.h"

namespace platerip::literature {

/// The definition's step for the filter at a place in the table; error(row, column) is of the pixel so many rows and
/// columns from this one.
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
