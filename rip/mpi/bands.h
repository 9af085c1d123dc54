// Which rows of a page a rank searches.
//
// Nothing here throws.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>

#include "halftone/search/bands.h"
#include "rip/mpi/share.h"
#include "rip/strips/rows_to_make.h"

namespace platerip::rip {

/// A page cut into one band for each rank. A search of few rows costs almost as much above and below as within, so a
/// rank has one high band instead of many low ones. Memory does not depend on the height of a band.
struct Bands {
  int ranks = 1;
  std::int64_t height = 0;  ///< of the page, in rows
  std::int64_t above = 0;   ///< halftone::rows_above(), rounded up to units
  std::int64_t below = 0;   ///< halftone::rows_held_back()

  /// `above` and `below` are those of the page's halftone.
  static Bands of(int ranks, std::int64_t height, std::int64_t above, std::int64_t below) {
    Bands bands{.ranks = ranks, .height = height, .above = 0, .below = below};
    bands.above = (above + bands.unit() - 1) / bands.unit() * bands.unit();
    return bands;
  }

  /// Bands, and the rows above them, are multiples of this height, which is a power of 2. So are the strips of their
  /// makers, or divisors. High strips suit GPUs, but bands should differ little in height.
  [[nodiscard]] std::int64_t unit() const {
    const auto part = static_cast<std::uint64_t>(height / ranks / 32);
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::bit_floor(part)), halftone::band_unit, 256);
  }

  /// The bands as a share: each is one strip.
  [[nodiscard]] Share share(int rank) const {
    const std::int64_t rows = (height + ranks * unit() - 1) / (ranks * unit()) * unit();
    return {.rank = rank, .ranks = ranks, .height = height, .strip_rows = rows};
  }

  /// How many ranks get a band. These are the first ranks.
  [[nodiscard]] int count() const { return share(0).makers(); }

  /// The rows that a rank makes, and those above and below that it must search, too. Precondition: rank < count().
  [[nodiscard]] RowsToMake band(int rank) const {
    const std::int64_t rows = share(rank).strip_rows;
    const std::int64_t first = rank * rows, last = std::min(height, first + rows);
    return {std::max<std::int64_t>(0, first - above), first, last, std::min(height, last + below)};
  }

  /// The rows above the last band's begin. The other bands need the state of the start method in rows of these.
  [[nodiscard]] std::int64_t start_rows() const { return band(count() - 1).begin; }
};

}  // namespace platerip::rip
