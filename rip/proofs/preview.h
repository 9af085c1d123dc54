// A small sRGB picture of what the plates print.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/plates/output_file.h"
#include "rip/proofs/png_file.h"
#include "rip/proofs/report/drawn_picture.h"
#include "rip/proofs/report/ink_colors.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// What the file of a preview tells besides its picture.
struct PreviewFacts {
  tiffio::Resolution resolution;  ///< of the plates
  std::string comment;            ///< may be empty
};

/// Shows the plates as a DrawnPicture of at most 2000 pixels on the longer side. One thread at a time.
class Preview {
 public:
  /// `file` is empty, and open as long as this object.
  Preview(const PicturedPlates& plates, InkColors colors, tiffio::Orientation orientation, PreviewFacts facts,
          OpenFile file);
  Preview(const Preview&) = delete;
  Preview& operator=(const Preview&) = delete;

  /// The most memory that the preview of this page takes, in bytes. `press_channels`: 0 if there is no press profile.
  static std::int64_t memory_bytes(const PicturedPlates& plates, int press_channels);

  [[nodiscard]] const InkColors& colors() const { return colors_; }

  /// Adds the boxes of pixels that a preview averages.
  static void add_boxes(const PicturedPlates& plates, WantedSums& wanted);

  /// Adds the next `rows` rows of all plates. To be called within a step of the strip loop. `sums`: of these rows, if a
  /// GPU has made them; else null.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums = nullptr);

  /// Writes what is not written of the picture, turned upright, as PNG. To be called once, within a ThreadArena, when
  /// all rows were added. Errors: the disk is full or fails, also while rows were added.
  Status write();

 private:
  InkColors colors_;
  tiffio::Orientation orientation_;
  PreviewFacts facts_;
  OpenFile file_;
  std::optional<PngFile> written_;  // unless the picture must be turned
  DrawnPicture picture_;
};

}  // namespace platerip::rip
