// Sums over the rows of a page, for the figures of its report.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rip/strips/ink_use.h"

namespace platerip::rip {

/// Sums over all rows of a page, or over the rows that one process makes.
struct PageSums {
  std::int64_t rows = 0;              ///< of plates
  std::vector<std::uint64_t> levels;  ///< sum_of_levels() of these rows, for each printed plate
  TotalInk ink;

  /// The coverage of a plate `width` pixels wide, in percent. Precondition: rows > 0.
  [[nodiscard]] double coverage_percent(std::size_t plate, std::int64_t width, const LevelInk& of_levels) const {
    const double solid = static_cast<double>(width) * static_cast<double>(rows) * of_levels.solid;
    return 100.0 * static_cast<double>(levels[plate]) / solid;
  }

  /// Adds other rows of the same page.
  void add(const PageSums& other) {
    rows += other.rows;
    for (std::size_t plate = 0; plate < levels.size(); ++plate) levels[plate] += other.levels[plate];
    ink.merge(other.ink);
  }
};

}  // namespace platerip::rip
