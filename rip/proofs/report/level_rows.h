// Sums the ink of a plate, box by box.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/proofs/report/level_sums.h"

namespace platerip::rip {

/// Sums the ink of one plate over boxes with given borders. One thread at a time; within a step of the strip loop,
/// add() gets help from others.
class LevelRows {
 public:
  /// Rows of boxes that are handed over at a time, at most.
  static constexpr std::int64_t most_rows = 32;

  /// Receives one or several complete rows of boxes: the number of the first, and the ink of each box, row by row.
  using Take = std::function<void(std::size_t first, std::span<const std::uint64_t> sums)>;

  /// `columns`, `rows`: the rising borders of the boxes in pixels, from 0 to the plate's width and height.
  LevelRows(const std::vector<std::int64_t>& columns, std::vector<std::int64_t> rows, const LevelInk& ink, Take take);

  /// The most memory that this takes for `columns` × `rows` boxes, in bytes.
  static std::int64_t memory_bytes(std::int64_t columns, std::int64_t rows);

  /// Adds the next `rows` rows of the plate. Precondition: bits behind the end of a row are 0.
  void add(const halftone::Plate& plate, std::int64_t rows);

 private:
  void add_boxes(RowSpan& left);
  void sum(const RowSpan& rows, std::span<std::uint64_t> sums) const;
  void count(const RowSpan& rows, std::span<std::uint64_t> sums) const;

  std::vector<std::int64_t> columns_;
  std::vector<RowPart> parts_;
  std::int64_t narrow_box_ = 0;   // the width of all boxes but the last, if it is less than 8 1-bit pixels; else 0
  bool has_whole_bytes_ = false;  // boxes have whole bytes of 1-bit pixels
  std::vector<std::int64_t> rows_;
  LevelInk ink_;
  std::size_t row_bytes_;
  Take take_;
  std::int64_t next_ = 0;            // the next row of pixels
  std::size_t row_ = 0;              // of boxes: the first that is not complete
  std::vector<std::uint64_t> sums_;  // of this row, if it is begun, and room for those of others
};

/// The borders between `count` parts of `length`, with 0 and `length`. The lengths of the parts differ by at most 1.
/// Precondition: 0 < count <= length.
std::vector<std::int64_t> equal_parts(std::int64_t length, std::int64_t count);

/// The borders between parts of length `part`, with 0 and `length`. The last part may be shorter.
std::vector<std::int64_t> parts_of(std::int64_t length, std::int64_t part);

}  // namespace platerip::rip
