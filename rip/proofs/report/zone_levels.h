// The ink of a plate in ink zones, whose borders need not be those of boxes.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/proofs/report/grid_of.h"
#include "rip/proofs/report/level_sums.h"

namespace platerip::rip {

/// Adds up the boxes of a grid, and on top of them the few pixels between a zone's border and the box border before it.
/// One thread at a time.
class ZoneLevels {
 public:
  /// `borders` of the zones rise. They are columns, or rows if `along_rows`.
  ZoneLevels(const Grid& grid, std::vector<std::int64_t> borders, bool along_rows, const LevelInk& ink);

  /// Adds rows of the plate, of which the first is row `first`.
  void add(const halftone::Plate& plate, std::int64_t first, std::int64_t rows);

  /// Adds the ink of a row of boxes.
  void add_boxes(std::int64_t row, std::span<const std::uint64_t> levels);

  /// The ink of each zone. To be called when all rows and boxes were added.
  [[nodiscard]] std::vector<std::uint64_t> zones() const;

 private:
  void add_rows_above_borders(const halftone::Plate& plate, std::int64_t first, std::int64_t rows);

  Grid grid_;
  std::vector<std::int64_t> borders_;
  bool along_rows_;
  LevelInk ink_;
  std::size_t row_bytes_;
  std::vector<RowPart> parts_;        // the pixels before each border, or all pixels of a row
  std::vector<std::uint64_t> extra_;  // of each border: the pixels between it and the box border before it
  std::vector<std::uint64_t> boxes_;  // of each column or row of boxes
};

}  // namespace platerip::rip
