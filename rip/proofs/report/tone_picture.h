// The tones of a page's plates as a picture: its pixels are square on the sheet, and dots do not show.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <deque>
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
  std::vector<DotRate> dots;   ///< of each plate's screen; none for other methods
  std::vector<LevelInk> inks;  ///< of each plate's levels
};

/// Averages plates. Plates of clustered dots on a screen are averaged over whole cells, so that flat tints are flat
/// whatever the ruling, the angle and the size of the picture. Then Descreen removes the dots of other methods, and the
/// differences between cells. One thread at a time.
class TonePicture {
 public:
  TonePicture(const PicturedPlates& page, std::int64_t longest);

  /// The most memory that this takes, in bytes.
  static std::int64_t memory_bytes(const PicturedPlates& page, std::int64_t longest);

  [[nodiscard]] const SheetGrid& grid() const { return grid_; }

  /// Adds rows of a strip's plates, of which `first` are added and `rows` are not, as far as they fill a few rows of
  /// the picture, and returns how many it added. To be called within a step of the strip loop. Precondition: next()
  /// returned nothing.
  std::int64_t add(std::span<const halftone::Plate> plates, std::int64_t first, std::int64_t rows);

  /// The next row of the picture, [plate][column], 0 for paper to 65535 for solid, valid until the next call. Empty if
  /// it depends on rows that were not added yet, and after the last row.
  std::span<const std::uint16_t> next();

 private:
  struct Plate {
    Plate(const PicturedPlates& page, const SheetGrid& grid, const DotRate& dots, const LevelInk& ink);
    void add(const halftone::Plate& plate, std::int64_t count);

    PlateTones tones;
    Descreen descreen;
    std::deque<std::vector<std::uint16_t>> rows;  // that are complete
  };

  SheetGrid grid_;
  std::deque<Plate> plates_;
  std::vector<std::uint16_t> row_;
};

}  // namespace platerip::rip
