// The state of a page that is searched, as a GPU saves it: packed plane after plane. It holds no rows back. Instead the
// samples of the rows below are given again.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe. Preconditions: is_searched().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Whether all planes have the same search and effort.
bool is_searched(const Settings& settings);

/// How the bytes are divided: the errors or sums of the plates to begin with, as for boundary_of(); then what the rows
/// below print that may have been searched, [plane][row], as on a plate.
struct PackedSearch {
  std::int64_t begun_bytes;  ///< of the errors or sums
  std::int64_t row_bytes;    ///< of a row of one plane
  std::int64_t plane_bytes;  ///< from plane to plane: room for SearchEffort::most_searched_rows() rows
  std::int64_t bytes;        ///< of everything

  explicit PackedSearch(const Settings& settings);
};

/// The boundary of a page with `rows` finished rows. `packed`: PackedSearch::bytes bytes, with
/// SearchEffort::searched_rows() rows of each plane, or fewer at the end of the page.
Boundary boundary_of_search(const Settings& settings, std::int64_t rows, std::span<const std::byte> packed);

}  // namespace platerip::halftone
