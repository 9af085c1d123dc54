// The tones of an ink plane before halftoning, box by box.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "rip/report/grid.h"
#include "rip/report/row_sums.h"
#include "separation/separation.h"

namespace platerip::rip {

/// The tones of one ink in a row of boxes.
struct ToneRow {
  std::vector<float> means;  ///< 0 for paper to 1 for solid
  std::vector<int> flat;     ///< the sample that all pixels of the box have; -1 if they differ
};

/// The tones of one ink in some rows of a page, as far as the boxes have these rows. One thread at a time.
class ToneParts {
 public:
  /// `bits` of a sample: 8 or 16. `first`: the first row of the page that add() gets.
  ToneParts(const Grid& grid, int bits, std::int64_t first) : grid_(grid), bits_(bits), row_(first) {}

  /// Adds the next `rows` rows of the plane.
  void add(const separation::Plane& plane, std::int64_t rows);

  /// What was added, row of boxes by row of boxes; the first and the last may have parts of their pixels.
  [[nodiscard]] const std::vector<std::vector<BoxTone>>& boxes() const { return boxes_; }
  /// The first row of the page that was not added.
  [[nodiscard]] std::int64_t end() const { return row_; }

  /// The number of pixels of each of 256 tones, from paper to solid, counted in every histogram_step() th row.
  [[nodiscard]] const std::array<std::uint64_t, 256>& histogram() const { return histogram_; }
  /// 1 for pages of up to 500 rows.
  [[nodiscard]] static std::int64_t histogram_step(std::int64_t height) { return (height + 499) / 500; }

 private:
  void count_tones(const RowSpan& rows);

  Grid grid_;
  int bits_;
  std::int64_t row_;
  std::vector<std::vector<BoxTone>> boxes_;
  std::array<std::uint64_t, 256> histogram_{};
};

/// Averages one plane over the boxes of a grid. One thread at a time.
class ToneRows {
 public:
  /// `bits` of a sample: 8 or 16.
  ToneRows(const Grid& grid, int bits);

  /// The memory that it takes in bytes, besides rows that nobody has taken yet.
  static std::int64_t memory_bytes(const Grid& grid);

  /// Adds the next `rows` rows of the plane.
  void add(const separation::Plane& plane, std::int64_t rows);
  /// Adds the next rows. Precondition: they are those of the same grid, and some were added to `parts`.
  void add(const ToneParts& parts);

  /// Whether a row of boxes is complete.
  [[nodiscard]] bool has_row() const { return !done_.empty(); }
  /// Takes the oldest complete row. Precondition: has_row().
  ToneRow take();

  /// ToneParts::histogram() of all rows.
  [[nodiscard]] const std::array<std::uint64_t, 256>& histogram() const { return histogram_; }

 private:
  void finish(std::int64_t rows);

  Grid grid_;
  int bits_;
  std::int64_t row_ = 0;  // the next row
  std::vector<BoxTone> boxes_;
  std::deque<ToneRow> done_;
  std::array<std::uint64_t, 256> histogram_{};
};

}  // namespace platerip::rip
