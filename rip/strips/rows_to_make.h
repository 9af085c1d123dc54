// Which rows of a page a process makes.
//
// Nothing here throws.
#pragma once

#include <algorithm>
#include <cstdint>

namespace platerip::rip {

/// Rows of a page, counted from its top. Other processes may make the other rows. All pixels from `begin` to `end` are
/// given to the makers; the plates get the rows from `first` to `last`. With several `turns`, this process makes one
/// strip of `strip_rows` rows in every `turns`, from `begin` on; `first` is then `begin`, and `last` is `end`.
struct RowsToMake {
  std::int64_t begin = 0;  ///< the first row that is given
  std::int64_t first = 0;  ///< the first row that the plates get
  std::int64_t last = 0;   ///< the row after the last that the plates get
  std::int64_t end = 0;    ///< the row after the last that is given
  int turns = 1;
  std::int64_t strip_rows = 0;  ///< unless `turns` is 1

  /// All rows of a page.
  static RowsToMake all(std::int64_t height) { return {.last = height, .end = height}; }

  /// Whether the plates get the row. Precondition: `turns` is 1, or the row is one that is given.
  [[nodiscard]] bool makes(std::int64_t row) const { return row >= first && row < last; }

  /// Where the strip begins that follows one which ends at `row`.
  [[nodiscard]] std::int64_t next(std::int64_t row) const { return row + (turns - 1) * strip_rows; }

  /// How many rows are given, and how many the plates get.
  [[nodiscard]] std::int64_t given() const { return count(begin, end); }
  [[nodiscard]] std::int64_t made() const { return count(first, last); }

 private:
  [[nodiscard]] std::int64_t count(std::int64_t from, std::int64_t to) const {
    if (turns == 1) return to - from;
    const std::int64_t round = turns * strip_rows, rows = to - from;
    return rows / round * strip_rows + std::min(rows % round, strip_rows);
  }
};

}  // namespace platerip::rip
