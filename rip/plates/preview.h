// A small picture of what the plates print: recombined to sRGB through the press profile.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/plates/descreen.h"
#include "separation/proof.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// Averages the plates over square boxes, the smallest that bring the longer side to at most 2000 pixels, row of boxes
/// after row. What dots smaller boxes still show is averaged away: see Descreen. One thread at a time.
class Preview {
 public:
  /// `plate_inks`: for each plate the channel of the press that it is; channels without a plate stay paper.
  Preview(separation::Proof proof, int press_channels, std::vector<std::size_t> plate_inks, int levels,
          std::int64_t width, std::int64_t height);

  /// What a picture of this page takes, in bytes, at most.
  static std::int64_t memory_bytes(int press_channels, std::size_t plates, std::int64_t width, std::int64_t height);

  /// Adds the next `rows` rows of all plates.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows);

  /// Writes the picture as PNG (ISO/IEC 15948) to an open file, turned upright. Precondition: all rows were added.
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
  std::int64_t box_;      // pixels on a side
  std::int64_t columns_;  // of the picture
  std::int64_t rows_done_ = 0;
  std::vector<std::uint64_t> sums_;  // of levels: [plate][column], of the row of boxes at hand
  Descreen descreen_;
  std::vector<std::uint8_t> rgb_;
};

}  // namespace platerip::rip
