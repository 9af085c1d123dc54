// The tones of a page's plates as a picture: its pixels are square on the sheet, and dots do not show.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/job/screens/dot_rate.h"
#include "rip/proofs/report/descreen.h"
#include "rip/proofs/report/plate_tones.h"

namespace platerip::rip {

/// The pixels of a picture of a page, as its rows lie.
struct SheetGrid {
  std::int64_t columns = 1;
  std::int64_t rows = 1;
  double across = 1;  ///< pixels of the page along a row of a picture's pixel, at least 1
  double down = 1;    ///< along a column
};

/// The smallest pixels with which the longer side has at most `longest`. They are as wide as high on the sheet.
/// `proportion`: PageShape::proportion. Large pixels, of 24 pixels of the page or more, are a multiple of 8, because
/// whole bytes of a plate are quicker to sum.
SheetGrid sheet_grid(std::int64_t width, std::int64_t height, double proportion, std::int64_t longest);

/// The plates of a picture.
struct PicturedPlates {
  std::int64_t width = 0;   ///< in pixels
  std::int64_t height = 0;  ///< in pixels
  double proportion = 1;    ///< PageShape::proportion
  int levels = 2;
  std::vector<DotRate> dots;                    ///< of each plate's screen; none for other methods
  std::vector<LevelInk> inks;                   ///< of each plate's levels
  int threads = 1;                              ///< that may draw a picture
  std::shared_ptr<const WantedSums> sums = {};  ///< that a GPU makes; may be null
};

/// Rows of a picture whose dots are not yet removed, with the rows around them that Descreen needs.
struct ToneBand {
  using Row = std::shared_ptr<const std::vector<std::uint16_t>>;  ///< 0 for paper to 65535 for solid

  std::int64_t first = 0;               ///< row of the picture
  std::int64_t rows = 0;                ///< from there on
  std::int64_t top = 0;                 ///< the first of each plate's `tones`
  std::vector<std::vector<Row>> tones;  ///< [plate][row]
};

/// Averages plates. Plates of clustered dots on a screen are averaged over whole cells, so that flat tints are flat
/// whatever the ruling, the angle and the size of the picture. Then Descreen removes the dots of other methods, and the
/// differences between cells, in bands of rows that do not depend on each other. One thread at a time, except for
/// smooth().
class TonePicture {
 public:
  TonePicture(const PicturedPlates& page, std::int64_t longest);

  /// The most memory that this takes, in bytes.
  static std::int64_t memory_bytes(const PicturedPlates& page, std::int64_t longest);

  /// Adds the boxes of pixels that such a picture averages.
  static void add_boxes(const PicturedPlates& page, std::int64_t longest, WantedSums& wanted);

  [[nodiscard]] const SheetGrid& grid() const { return grid_; }

  /// Adds rows of a strip's plates, of which `first` are added and `rows` are not, as far as they fill a few rows of
  /// the picture, and returns how many it added. To be called within a step of the strip loop. `sums`: of the strip's
  /// plates, or null. Precondition: next() returned nothing.
  std::int64_t add(std::span<const halftone::Plate> plates, std::int64_t first, std::int64_t rows,
                   const PlateSums* sums = nullptr);

  /// Whether each pixel is a box with these borders, in all plates.
  [[nodiscard]] bool are_boxes(std::span<const std::int64_t> columns, std::span<const std::int64_t> rows) const;
  /// Adds the ink of the next rows of such boxes to one plate, instead of add(). `first`: of these rows. Different
  /// threads may add to different plates.
  void add_boxes(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums);

  /// Takes the next rows that are complete. Nothing if they depend on rows that were not added yet, and after the last.
  std::optional<ToneBand> next();

  /// The most rows of a band, an even number.
  [[nodiscard]] std::int64_t band_rows() const { return band_rows_; }

  /// Removes the dots from a band. `tones` gets its rows, [row][plate][column]. Thread-safe, also while add() runs.
  void smooth(const ToneBand& band, std::span<std::uint16_t> tones) const;

  /// The most memory of a ToneBand, of smooth() and of its result, in bytes.
  static std::int64_t band_bytes(const PicturedPlates& page, std::int64_t longest);

 private:
  struct Plate {
    Plate(const PicturedPlates& page, const SheetGrid& grid, std::size_t index);

    Grain grain;
    PlateTones tones;
    std::deque<ToneBand::Row> rows;  // from top_ on

    void take_rows() {
      while (tones.has_row()) rows.push_back(std::make_shared<const std::vector<std::uint16_t>>(tones.take()));
    }
  };

  [[nodiscard]] std::int64_t first_needed(std::int64_t first) const;

  [[nodiscard]] std::int64_t rows_to_add(std::int64_t first, std::int64_t rows, const PlateSums* sums) const;

  SheetGrid grid_;
  std::deque<Plate> plates_;
  std::vector<std::int64_t> made_rows_;  // the borders of rows of boxes that a GPU sums in all plates; may be empty
  std::int64_t band_rows_ = 0;
  std::int64_t next_ = 0;  // the first row of the next band
  std::int64_t top_ = 0;   // the first row that is kept
};

}  // namespace platerip::rip
