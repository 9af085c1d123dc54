// Turns the dots of a plate into smooth tones and keeps edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace platerip::rip {

/// What Descreen takes for dots.
struct Grain {
  std::int64_t reach = 0;  ///< pixels of the picture on each side of a window's centre; 0: there are no dots to remove
  double variance = 0;     ///< the greatest that dots give to a flat area; solid is 1
  bool is_sharp = false;   ///< pixels have no tone, so each is first averaged with its neighbours
};

/// The grain of dots that nearly repeat after 8 pixels, where each pixel of the picture is the mean of `box` × `box`
/// pixels with `levels` levels. It suits error filters and searches too.
Grain grain_of_box(std::int64_t box, int levels);

/// Removes the dots from a picture of a plate, row by row, and keeps its edges: the local statistics filter (J.-S. Lee,
/// "Digital Image Enhancement and Noise Filtering by Use of Local Statistics", IEEE PAMI 2(2), 1980). A pixel becomes
/// the mean of the window around it. If the window varies more than dots do, it contains an edge, and the pixel keeps
/// its own tone in proportion to the edge's share of the variance. Windows are cut off at the picture's border. One
/// thread at a time.
class Descreen {
 public:
  /// `first`: the row that next() gives first. Rows are then to be added from first_needed() on.
  Descreen(std::int64_t columns, std::int64_t rows, const Grain& grain, std::int64_t first = 0);

  /// The first row on which row `first` depends.
  static std::int64_t first_needed(std::int64_t first, const Grain& grain);
  /// The last row on which row `last` depends. It may lie below the picture.
  static std::int64_t last_needed(std::int64_t last, const Grain& grain);

  /// The memory that this takes, in bytes.
  static std::int64_t memory_bytes(std::int64_t columns, const Grain& grain);

  /// Adds the next row, 0 for paper to 65535 for solid. Precondition: next() returned nothing.
  void add(std::span<const std::uint16_t> tones);

  /// The next filtered row, valid until the next call. Empty if it depends on rows that were not added yet, and after
  /// the last row.
  std::span<const std::uint16_t> next();

 private:
  // The last rows of a picture, accessed by their number in the picture.
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
  void add_to_window(std::int64_t row, double times);
  void average(std::int64_t window_rows);
  void keep_edges_of(std::int64_t first, std::int64_t end, std::int64_t window_rows);

  std::int64_t columns_;
  std::int64_t rows_;
  Grain grain_;
  Rows tones_;
  Rows soft_tones_;
  // Of each column of the window, and of columns of 0 that lie `reach` to the left and to the right of the picture.
  std::vector<double> sums_;
  std::vector<double> squares_;
  std::vector<double> scratch_;
  std::vector<double> window_sums_;  // of the window around each pixel
  std::vector<double> window_squares_;
  std::vector<std::uint16_t> averaged_;
  std::int64_t first_entered_;  // of the rows that entered the window
  std::int64_t rows_added_;     // the next row to be added, and so on
  std::int64_t rows_entered_;
  std::int64_t rows_done_;
};

}  // namespace platerip::rip
