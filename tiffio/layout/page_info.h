// The properties of a page: size, colours, resolution. Nothing here throws, except copies (std::bad_alloc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tiffio/raster.h"

namespace platerip::tiffio {

/// The colours of a page. `inks` means none, only the spot inks of PageInfo::spots.
enum class ColorModel { gray, rgb, cmyk, lab, inks };
/// TIFF 6.0 ExtraSamples: associated colours are premultiplied by alpha.
enum class Alpha { none, associated, unassociated };

/// The properties of a page, and of its rows as the reader returns them. Samples are interleaved, in native byte order:
/// first the colours, then alpha, then spot inks. 0 is black in gray and rgb, and paper in cmyk and spot inks. In lab,
/// samples from 0 to the greatest stand for L* from 0 to 100, and for a* and b* from −128 to 127 (ICC.1:2022); lab has
/// no alpha. Alpha covers the colours or, if there are none, the spot inks. Palette and YCbCr pages arrive as rgb,
/// MinIsWhite pages as gray. Samples of fewer than 8 bits arrive with 8 bits. Samples of 9 to 15 bits and
/// floating-point samples arrive with 16.
struct PageInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;                         ///< per sample: 8 or 16
  std::vector<std::string> spots = {};  ///< the names of spot inks, as the file has them
  Resolution resolution;
  bool has_one_resolution = false;        ///< the file says one of `resolution`'s numbers, and the other is the same
  std::vector<std::string> remarks = {};  ///< contradictions and gaps in the file, and what was made of them
  Orientation orientation = 1;
  std::vector<std::byte> icc_profile;  ///< the embedded profile as stored in the file, unchecked; or empty
  std::string software = {};  ///< the program that wrote the file, as it calls itself; empty if unknown or long

  /// Samples per pixel as returned, including alpha and spot inks.
  [[nodiscard]] int samples() const {
    return colors() + (alpha == Alpha::none ? 0 : 1) + static_cast<int>(spots.size());
  }
  /// The colour samples of a pixel.
  [[nodiscard]] int colors() const {
    switch (model) {
      case ColorModel::gray:
        return 1;
      case ColorModel::rgb:
      case ColorModel::lab:
        return 3;
      case ColorModel::cmyk:
        return 4;
      case ColorModel::inks:
        return 0;
    }
    return 0;
  }
  /// Bytes of one row as returned, without padding.
  [[nodiscard]] std::int64_t row_bytes() const { return width * samples() * (bits / 8); }
};

}  // namespace platerip::tiffio
