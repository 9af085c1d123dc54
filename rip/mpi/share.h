// Which rows of a page a rank makes.
//
// Nothing here throws.
#pragma once

#include <algorithm>
#include <cstdint>

#include "rip/strips/rows_to_make.h"

namespace platerip::rip {

/// The strips of a page go to the ranks in turn. The strips of one rank are its share.
struct Share {
  int rank = 0;
  int ranks = 1;
  std::int64_t height = 0;      ///< of the page, in rows
  std::int64_t strip_rows = 1;  ///< of each strip but the last

  /// The number of the page's strips, the rank that makes strip number `strip`, from 0, and the rows of that strip.
  [[nodiscard]] std::int64_t strips() const { return (height + strip_rows - 1) / strip_rows; }
  [[nodiscard]] int rank_of(std::int64_t strip) const { return static_cast<int>(strip % ranks); }
  [[nodiscard]] std::int64_t rows_of(std::int64_t strip) const {
    return std::min(strip_rows, height - strip * strip_rows);
  }

  /// How many ranks get strips. These are the first ranks.
  [[nodiscard]] int makers() const { return static_cast<int>(std::min<std::int64_t>(ranks, strips())); }

  /// Where row `row` of the share is on the page: the number of its strip, and its row.
  [[nodiscard]] std::int64_t strip_at(std::int64_t row) const { return row / strip_rows * ranks + rank; }
  [[nodiscard]] std::int64_t page_row(std::int64_t row) const { return strip_at(row) * strip_rows + row % strip_rows; }

  /// How many rows of the share, from `row` on, also follow each other on the page.
  [[nodiscard]] std::int64_t rows_together(std::int64_t row) const { return rows_of(strip_at(row)) - row % strip_rows; }

  /// The share, for the strip loop. Precondition: it has rows.
  [[nodiscard]] RowsToMake rows_to_make() const {
    const std::int64_t first = rank * strip_rows;
    return {.begin = first, .first = first, .last = height, .end = height, .turns = ranks, .strip_rows = strip_rows};
  }

  /// Rows of the share. 0 if the page has so few strips that this rank gets none.
  [[nodiscard]] std::int64_t rows() const {
    const std::int64_t own = (strips() - rank + ranks - 1) / ranks;
    if (own <= 0) return 0;
    return (own - 1) * strip_rows + rows_of((own - 1) * ranks + rank);
  }
};

}  // namespace platerip::rip
