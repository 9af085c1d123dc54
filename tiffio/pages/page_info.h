// What a page is: size, colours, resolution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tiffio/raster.h"

namespace platerip::tiffio {

enum class ColorModel { gray, rgb, cmyk };
enum class Alpha { none, associated, unassociated };

/// What a page is, once read: samples interleaved, in the machine's byte order, the alpha sample last.
/// gray: 0 is black; rgb: 0 is black; cmyk: 0 is paper. Palette pages arrive as rgb, MinIsWhite as gray, YCbCr as rgb.
struct PageInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  ColorModel model = ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;  ///< per sample: 8 or 16
  Resolution resolution;
  Orientation orientation = 1;
  std::vector<std::byte> icc_profile;  ///< the embedded one as it stands in the file, unchecked; or empty

  /// Samples per pixel as read, alpha included.
  [[nodiscard]] int samples() const {
    const int colors = model == ColorModel::gray ? 1 : model == ColorModel::rgb ? 3 : 4;
    return colors + (alpha == Alpha::none ? 0 : 1);
  }
  /// Bytes of one row as read, without padding.
  [[nodiscard]] std::int64_t row_bytes() const { return width * samples() * (bits / 8); }
};

}  // namespace platerip::tiffio
