// A small sRGB picture of what the plates print, computed with the press profile.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/proofs/descreen.h"
#include "separation/proof.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// Averages the plates over square boxes, one row of boxes after another. The boxes are the smallest for which the
/// longer side of the picture has at most 2000 pixels. Descreen removes the dots that remain visible. One thread at a
/// time.
class Preview {
 public:
  /// `plate_inks`: the press channel of each plate. Channels without a plate stay blank.
  Preview(separation::Proof proof, int press_channels, std::vector<std::size_t> plate_inks, int levels,
          std::int64_t width, std::int64_t height);

  /// The most memory that the preview of this page takes, in bytes.
  static std::int64_t memory_bytes(int press_channels, std::size_t plates, std::int64_t width, std::int64_t height);

  /// Adds the next `rows` rows of all plates.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows);

  /// Writes the picture, turned upright, as PNG (ISO/IEC 15948) to an open file. Precondition: all rows were added.
  Status write(int fd, const std::string& name, tiffio::Orientation orientation) const;

 private:
  void finish_box_row();
  void show(std::span<const std::uint16_t> tones);

  separation::Proof proof_;
  std::size_t channels_;
  std::vector<std::size_t> plate_inks_;
  int levels_;
  std::int64_t width_;
  std::int64_t height_;
  std::int64_t box_;      // the side of a box, in pixels
  std::int64_t columns_;  // columns of the picture
  std::int64_t rows_done_ = 0;
  std::vector<std::uint64_t> sums_;  // sums of levels, [plate][column], of the current row of boxes
  Descreen descreen_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace platerip::rip
