// Tones out of dots, without a loss of edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace platerip::rip {

/// Averages the dots of a picture's plates away, row after row, and keeps its edges: the local statistics filter (J.-S.
/// Lee, "Digital Image Enhancement and Noise Filtering by Use of Local Statistics", IEEE PAMI 2(2), 1980). A pixel
/// becomes the mean of the window around it. Where the window varies more than dots do, there is an edge, and the pixel
/// keeps as much of its own tone as the edge has of the variance. Windows are cut at the picture's edges. One thread at
/// a time.
class Descreen {
 public:
  /// Each pixel of the picture is the mean of a box of `box` × `box` page pixels, of `levels` levels.
  Descreen(std::size_t plates, std::int64_t columns, std::int64_t rows, std::int64_t box, int levels);

  /// What it takes, in bytes.
  static std::int64_t memory_bytes(std::size_t plates, std::int64_t columns, std::int64_t box);

  /// Adds the next row, [plate][column], 0 paper to 65535 solid. Precondition: next() gives nothing.
  void add(std::span<const std::uint16_t> tones);

  /// The next row without dots, valid until the next call. Empty until the rows below that it depends on were added,
  /// and after the last row.
  std::span<const std::uint16_t> next();

 private:
  // The last rows of a picture, each called by its number.
  class Rows {
   public:
    Rows(std::int64_t count, std::size_t samples)
        : count_(count), samples_(samples), data_(static_cast<std::size_t>(count) * samples) {}
    std::span<std::uint16_t> operator[](std::int64_t row) {
      return std::span(data_).subspan(static_cast<std::size_t>(row % count_) * samples_, samples_);
    }

   private:
    std::int64_t count_;
    std::size_t samples_;
    std::vector<std::uint16_t> data_;
  };

  void soften(std::int64_t row);
  void enter(std::int64_t row);
  void leave(std::int64_t row);
  void average(std::size_t first, std::int64_t window_rows);

  std::int64_t columns_;
  std::int64_t rows_;
  std::int64_t reach_;  // of the window, to each side
  bool soft_;
  double grain_;  // the variance of dots
  Rows tones_;
  Rows soft_tones_;
  std::vector<std::uint32_t> sums_;     // of the columns of the window
  std::vector<std::uint64_t> squares_;  // the same
  std::vector<std::uint16_t> averaged_;
  std::int64_t rows_added_ = 0;
  std::int64_t rows_entered_ = 0;
  std::int64_t rows_done_ = 0;
};

}  // namespace platerip::rip
