// The tones of ink planes before halftoning, box by box.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <span>
#include <vector>

#include "rip/proofs/report/grid.h"
#include "rip/proofs/report/sample_sums.h"
#include "separation/separation.h"

namespace platerip::rip {

/// The planes of a page, and the grid over which they are averaged.
struct ToneSettings {
  Grid grid;
  int bits = 8;             ///< of a sample: 8 or 16
  std::size_t inks = 1;     ///< planes
  std::size_t counted = 1;  ///< the first of these, which count as total ink
};

/// The tones of a row of boxes, as far as its rows of pixels were added.
struct BoxTones {
  std::vector<std::uint64_t> sums;    ///< of the counted inks
  std::vector<std::uint16_t> firsts;  ///< [ink][box] the first sample
  std::vector<std::uint8_t> is_flat;  ///< [ink][box] whether all samples are as the first one
};

/// The tones of a row of boxes.
struct ToneRow {
  std::vector<double> totals;  ///< of the counted inks: the sum of their means; solid is 1
  BoxTones boxes;

  /// The sample that all pixels of a box of an ink have; -1 if they differ.
  [[nodiscard]] int flat(std::size_t ink, std::size_t column) const {
    const std::size_t at = ink * totals.size() + column;
    return boxes.is_flat[at] != 0 ? boxes.firsts[at] : -1;
  }
};

/// The tones of some rows of a page. One thread at a time, which gets help from others of its arena.
class ToneParts {
 public:
  /// `first`: the first row of the page that add() gets.
  ToneParts(const ToneSettings& settings, std::int64_t first) : settings_(settings), row_(first) {}

  /// The most memory that this takes for `rows` rows, in bytes.
  static std::int64_t memory_bytes(const ToneSettings& settings, std::int64_t rows);

  /// Adds the next `rows` rows of all planes, from row `first` of the planes on.
  void add(std::span<const separation::Plane> planes, std::int64_t first, std::int64_t rows);

  /// What was added, one element for each row of boxes. The first and the last may lack some of their pixels.
  [[nodiscard]] const std::vector<BoxTones>& boxes() const { return boxes_; }
  /// The first row of the page that was not added.
  [[nodiscard]] std::int64_t end() const { return row_; }

  using Histogram = std::array<std::uint64_t, 256>;
  /// Of each ink: the number of pixels of each of 256 tones, from paper to solid. Only each histogram_step()-th row of
  /// the page counts. Empty if there was none of these among the rows.
  [[nodiscard]] const std::vector<Histogram>& histograms() const { return histograms_; }
  /// The step with which at most 500 rows of a page count: 1 for pages of up to 500 rows.
  [[nodiscard]] static std::int64_t histogram_step(std::int64_t height) { return (height + 499) / 500; }

 private:
  [[nodiscard]] std::size_t bytes_of(std::span<const RowSpan> inks) const;
  void count_tones(std::span<const RowSpan> inks);
  void add_to(BoxTones& boxes, std::span<const RowSpan> inks) const;
  void begin_boxes(BoxTones& boxes, std::span<const RowSpan> inks) const;

  ToneSettings settings_;
  std::int64_t row_;
  std::vector<BoxTones> boxes_;
  std::vector<Histogram> histograms_;
};

/// Averages planes over the boxes of a grid. One thread at a time.
class ToneRows {
 public:
  explicit ToneRows(const ToneSettings& settings);
  /// For one ink.
  ToneRows(const Grid& grid, int bits) : ToneRows(ToneSettings{grid, bits}) {}

  /// The memory that this takes, in bytes, without complete rows that wait for take().
  static std::int64_t memory_bytes(const ToneSettings& settings);

  /// Adds the next `rows` rows of all planes, from row `first` of the planes on.
  void add(std::span<const separation::Plane> planes, std::int64_t first, std::int64_t rows);
  void add(const separation::Plane& plane, std::int64_t rows) { add(std::span(&plane, 1), 0, rows); }
  /// Adds the next rows. Precondition: the settings are the same, and some rows were added to `parts`.
  void add(const ToneParts& parts);

  /// The first row of the page that was not added.
  [[nodiscard]] std::int64_t end() const { return row_; }

  /// Whether a row of boxes is complete.
  [[nodiscard]] bool has_row() const { return !done_.empty(); }
  /// Takes the oldest complete row. Precondition: has_row().
  ToneRow take();

  /// ToneParts::histograms() of all rows, for one ink.
  [[nodiscard]] const ToneParts::Histogram& histogram(std::size_t ink) const { return histograms_[ink]; }

 private:
  void finish(std::int64_t rows);

  ToneSettings settings_;
  std::int64_t row_ = 0;  // the next row
  BoxTones boxes_;
  std::deque<ToneRow> done_;
  std::vector<ToneParts::Histogram> histograms_;
};

}  // namespace platerip::rip
