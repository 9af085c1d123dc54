// The tones of ink planes before halftoning, box by box.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "rip/strips/strip_tones.h"

namespace platerip::rip {

/// The tones of a row of boxes.
struct ToneRow {
  std::vector<std::uint64_t> sums;    ///< of the samples of the counted inks
  std::vector<std::uint16_t> firsts;  ///< as in StripTones
  std::vector<std::uint8_t> is_flat;  ///< as in StripTones
  std::int64_t rows = 0;              ///< of pixels

  /// The sum of the means of the counted inks in a box; solid is 1.
  [[nodiscard]] double total(const ToneSettings& settings, std::size_t column) const {
    const std::int64_t pixels = rows * settings.grid.box_width(static_cast<std::int64_t>(column));
    return static_cast<double>(sums[column]) / static_cast<double>(pixels * ((1 << settings.bits) - 1));
  }
  /// The sample that all pixels of a box of an ink have; -1 if they differ.
  [[nodiscard]] int flat(std::size_t ink, std::size_t column) const {
    const std::size_t at = ink * sums.size() + column;
    return is_flat[at] != 0 ? firsts[at] : -1;
  }
};

/// Joins the tones of strips to rows of boxes. One thread at a time.
class ToneRows {
 public:
  explicit ToneRows(const ToneSettings& settings);

  /// The memory that this takes, in bytes, without complete rows that wait for take(). These take tones_bytes().
  static std::int64_t memory_bytes(const ToneSettings& settings);

  /// Adds the tones of the next rows, down to before row `end` of the page. Within a step of the strip loop, gets help
  /// from other threads.
  void add(const StripTones& tones, std::int64_t end);

  /// Whether a row of boxes is complete.
  [[nodiscard]] bool has_row() const { return !done_.empty(); }
  /// Takes the oldest complete row. Precondition: has_row().
  ToneRow take();

  /// The histogram of all rows that count, for one ink.
  [[nodiscard]] const ToneHistogram& histogram(std::size_t ink) const { return histograms_[ink]; }

 private:
  [[nodiscard]] StripTones boxes_of(const StripTones& tones, std::size_t row) const;
  void join(const StripTones& boxes, ToneRow& row) const;

  ToneSettings settings_;
  std::int64_t row_ = 0;  // the next row
  ToneRow begun_;
  std::deque<ToneRow> done_;
  std::vector<ToneHistogram> histograms_;
};

}  // namespace platerip::rip
