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

  /// Adds the next row, 0 for paper to 65535 for solid. It must stay where it is until this object is destroyed.
  void add(std::span<const std::uint16_t> tones) { tones_.push_back(tones); }

  /// Writes the next filtered row to `out`. False if it depends on rows that were not added yet, and after the last
  /// row.
  bool next(std::span<std::uint16_t> out);

 private:
  [[nodiscard]] std::span<const std::uint16_t> tones(std::int64_t row) const { return tones_[row - first_needed_]; }
  [[nodiscard]] std::span<std::uint16_t> softened(std::int64_t row);
  [[nodiscard]] std::span<const std::uint16_t> soft_tones(std::int64_t row) {
    return grain_.is_sharp ? softened(row) : tones(row);
  }
  void soften(std::int64_t row);
  void move_window(std::int64_t top, std::int64_t bottom);
  void average(std::int64_t window_rows, std::span<std::uint16_t> out);
  void keep_edges_of(std::int64_t first, std::int64_t end, std::int64_t window_rows, std::span<std::uint16_t> out);

  std::int64_t columns_;
  std::int64_t rows_;
  Grain grain_;
  std::int64_t first_needed_;                          // the first row of tones_
  std::vector<std::span<const std::uint16_t>> tones_;  // the rows that were added
  std::vector<std::uint16_t> softened_;                // the window's rows and one more, if the picture is sharp
  // Of each column of the window, and of columns of 0 that lie `reach` to the left and to the right of the picture.
  std::vector<double> sums_;
  std::vector<double> squares_;
  std::vector<double> scratch_;
  std::vector<double> window_sums_;  // of the window around each pixel
  std::vector<double> window_squares_;
  std::int64_t first_entered_;  // of the rows that entered the window
  std::int64_t rows_entered_;   // the row that enters next
  std::int64_t rows_done_;      // the row that comes next
};

}  // namespace platerip::rip
