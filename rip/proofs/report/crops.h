// Crops: small parts of the plates, shown pixel by pixel.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "rip/proofs/report/grid_of.h"
#include "rip/resources/large_memory.h"

namespace platerip::rip {

/// What a crop shows: a light, a middle or a dark tone, the place with the most ink, or a place that the user chose.
enum class CropKind { highlight, midtone, shadow, most_ink, chosen };

/// The pixels of all plates in a rectangle of the page as its rows lie.
struct Crop {
  CropKind kind = CropKind::chosen;
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::uint8_t> levels = {};  ///< [plate][row][column]
};

/// What the boxes of a row look like.
struct BoxesSeen {
  /// `rgb`: 3 bytes for each box. `totals`: total ink of each box, in any unit. Thread-safe.
  BoxesSeen(std::span<const std::uint8_t> rgb, std::span<const std::uint16_t> totals);

  std::vector<double> lightness;  ///< of each box, from black to paper
  std::int64_t most = 0;          ///< the first box with the most ink
  std::uint16_t most_total = 0;
};

/// Keeps the crops of a page whose plates come row by row: those at chosen places, and for each kind the one that fits
/// it best. When the boxes of rows are known, the best windows in these and in the rows above are copied. Only the rows
/// above that a window may still need are kept.
class Crops {
 public:
  /// The side of a crop in pixels, unless the page is smaller.
  static constexpr std::int64_t side = 160;
  /// How many rows may be added at a time, unless the boxes are higher.
  static constexpr std::int64_t rows_ahead = 512;

  /// `centres`: the column and the row of each chosen crop's centre, in pixels of the page as its rows lie. Crops that
  /// reach over the edge of the page are moved into it.
  Crops(const Grid& grid, std::size_t plates, int levels,
        std::span<const std::pair<std::int64_t, std::int64_t>> centres);

  /// The most memory that this takes, in bytes.
  static std::int64_t memory_bytes(const Grid& grid, std::size_t plates, int levels, std::size_t chosen);

  /// Adds the next `rows` rows of plate `index`. Their first is row `first` of the page. Different threads may add to
  /// different plates.
  void add(std::size_t index, const halftone::Plate& plate, std::int64_t first, std::int64_t rows);

  /// Judges the windows that end with row `row` of boxes. To be called for each row of boxes in order, when the rows
  /// that complete it were added to every plate.
  void add_boxes(std::int64_t row, const BoxesSeen& seen);

  /// Keeps of the rows of plate `index` that were added last what windows may need that end below row `row` of boxes,
  /// the last that they complete. Different threads may leave different plates. The rows must stay until the boxes that
  /// they complete were judged.
  void leave(std::size_t index, std::int64_t row);

  /// All crops: highlight, midtone, shadow and most ink, as far as the page has them, then the chosen ones. A midtone
  /// or a shadow at the same place as a crop before it is left out.
  [[nodiscard]] std::vector<Crop> all() const;

 private:
  struct PlateRows {
    halftone::Plate plate;
    std::int64_t first = 0;  // row of the page
    std::int64_t count = 0;
  };
  // The lightness of its boxes.
  struct Window {
    double sum = 0;
    double squares = 0;
  };
  struct Best {
    double score = 0;
    std::optional<Crop> crop = {};            // without its levels
    std::vector<std::byte> rows = {};         // [plate][row] the bytes with its levels
    std::optional<std::int64_t> better = {};  // the centre of a window that fits better, until it is copied
  };

  [[nodiscard]] std::int64_t crop_width() const { return std::min(side, grid_.width); }
  [[nodiscard]] std::int64_t crop_height() const { return std::min(side, grid_.height); }
  // The row of pixels below a row of boxes.
  [[nodiscard]] std::int64_t bottom_of(std::int64_t row) const { return std::min(grid_.height, (row + 1) * grid_.box); }
  // Rows that are left do not overwrite those that the windows to be judged need.
  [[nodiscard]] std::size_t rows_kept() const { return static_cast<std::size_t>(crop_height() + rows_ahead); }
  [[nodiscard]] std::byte* kept_row(std::size_t plate, std::int64_t row) const {
    return &kept_[(plate * rows_kept() + static_cast<std::size_t>(row) % rows_kept()) * row_bytes_];
  }
  [[nodiscard]] const std::byte* pixels_of(std::size_t plate, std::int64_t row) const;
  void add_to_windows(std::span<const double> lightness);
  void judge_window(std::int64_t column, const Window& window);
  void judge_most_ink(std::int64_t row, const BoxesSeen& seen);
  [[nodiscard]] std::int64_t first_byte(const Crop& crop) const { return crop.left * bits_ / 8; }
  [[nodiscard]] std::int64_t row_bytes(const Crop& crop) const {
    return ((crop.left + crop.width) * bits_ + 7) / 8 - first_byte(crop);
  }
  [[nodiscard]] Crop with_levels(const Best& best) const;
  void keep(CropKind kind, std::int64_t centre, std::int64_t bottom);
  Best& best(CropKind kind) { return best_[static_cast<std::size_t>(kind)]; }

  Grid grid_;
  std::size_t plates_;
  int bits_;
  std::size_t row_bytes_;
  std::int64_t step_;             // boxes along each side of a window
  std::vector<PlateRows> added_;  // the rows that were added last to each plate
  std::vector<Window> windows_;   // side by side, of the rows of boxes that are judged next
  std::int64_t rows_seen_ = 0;    // of these
  LargeMemory kept_;              // [plate][row % rows_kept()]
  std::optional<std::pair<std::int64_t, std::int64_t>> most_ink_;  // its column and row, until rows below it are there
  Best best_[4];
  std::vector<Crop> chosen_;
};

}  // namespace platerip::rip
