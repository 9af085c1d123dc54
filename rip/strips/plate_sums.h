// Sums of a strip's plates over boxes of pixels, which proofs need. A GPU that makes plates makes these, too, so that
// the cores need not look at each pixel: makers/cuda/plate_sums_cuda.h. On the cores, proofs sum the plates themselves.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rip/strips/level_ink.h"

namespace platerip::rip {

/// Boxes of a plate whose ink is wanted. The borders rise from 0 to the plate's width and height, in pixels.
struct PlateBoxes {
  std::size_t plate = 0;
  LevelInk ink;
  std::vector<std::int64_t> columns;
  std::vector<std::int64_t> rows;

  [[nodiscard]] std::int64_t box_columns() const { return std::ssize(columns) - 1; }
};

/// The row of boxes in which a row of pixels lies. `borders`: of the rows of boxes.
std::int64_t box_row_of(std::span<const std::int64_t> borders, std::int64_t row);

/// Which sums of a page's plates are wanted. A place in it is a number for the sums.
class WantedSums {
 public:
  /// Adds boxes, unless they are there, or the cores may as well sum them: boxes of a few pixels, of which the sums
  /// take more memory than the plate, or boxes that hold more ink than a sum.
  void add(PlateBoxes boxes);

  /// The place of a plate's sums over boxes with these borders.
  [[nodiscard]] std::optional<std::size_t> find(std::size_t plate, std::span<const std::int64_t> columns,
                                                std::span<const std::int64_t> rows) const;

  [[nodiscard]] const std::vector<PlateBoxes>& all() const { return boxes_; }

  /// The most sums at a place that `rows` rows of pixels have. They may begin and end within boxes.
  [[nodiscard]] std::int64_t most_sums(std::size_t place, std::int64_t rows) const;
  /// The bytes of the sums of `rows` rows.
  [[nodiscard]] std::int64_t bytes(std::int64_t rows) const;

 private:
  std::vector<PlateBoxes> boxes_;
  std::vector<std::int64_t> lowest_;  // the least height of a box in each, but for the last
};

/// The sums of rows of plates. They lie in memory that another object owns. A row of boxes of which only some rows of
/// pixels are there has the ink of these.
struct PlateSums {
  using Sum = std::uint16_t;

  std::int64_t first = 0;  ///< row of the page
  std::int64_t rows = 0;   ///< 0: nobody has made them
  std::vector<Sum*> sums;  ///< [place][row of boxes][box], from the row of boxes on in which `first` lies
};

/// The places for the sums of up to `rows` rows, one after the other, in `memory`, which has WantedSums::bytes().
PlateSums place_sums(const WantedSums& wanted, std::int64_t rows, std::byte* memory);

}  // namespace platerip::rip
