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
#include "separation/separation.h"

namespace platerip::rip {

/// The tones of one ink in a row of boxes.
struct ToneRow {
  std::vector<float> means;  ///< 0 for paper to 1 for solid
  std::vector<int> flat;     ///< the sample that all pixels of the box have; -1 if they differ
};

/// Averages one plane over the boxes of a grid. One thread at a time.
class ToneRows {
 public:
  /// `bits` of a sample: 8 or 16.
  ToneRows(const Grid& grid, int bits);

  /// The memory that it takes in bytes, besides rows that nobody has taken yet.
  static std::int64_t memory_bytes(std::int64_t width, int bits);

  /// Adds the next `rows` rows of the plane.
  void add(const separation::Plane& plane, std::int64_t rows);

  /// Whether a row of boxes is complete.
  [[nodiscard]] bool has_row() const { return !done_.empty(); }
  /// Takes the oldest complete row. Precondition: has_row().
  ToneRow take();

  /// The number of pixels of each of 256 tones, from paper to solid, counted in every histogram_step() th row.
  [[nodiscard]] const std::array<std::uint64_t, 256>& histogram() const { return histogram_; }
  /// 1 for pages of up to 500 rows.
  [[nodiscard]] static std::int64_t histogram_step(std::int64_t height) { return (height + 499) / 500; }

 private:
  template <typename Sample, typename Sum>
  struct Columns {
    std::vector<Sample> first;    // the first row of the boxes
    std::vector<Sample> changed;  // the bits in which later rows differ from it
    std::vector<Sum> sums;        // not yet added to the boxes
    std::vector<std::uint64_t> boxes;
  };

  template <typename Sample, typename Sum>
  void add_row(Columns<Sample, Sum>& columns, std::span<const Sample> row);
  template <typename Sample, typename Sum>
  void add_up(Columns<Sample, Sum>& columns);
  template <typename Sample, typename Sum>
  void finish(Columns<Sample, Sum>& columns);

  Grid grid_;
  int bits_;
  std::int64_t row_ = 0;  // the next row
  Columns<std::uint8_t, std::uint16_t> columns8_;
  Columns<std::uint16_t, std::uint32_t> columns16_;
  std::deque<ToneRow> done_;
  std::array<std::uint64_t, 256> histogram_{};
};

}  // namespace platerip::rip
