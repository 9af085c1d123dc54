// The memory layout of a page's pixels. Nothing here throws.
#pragma once

#include "profiles/icc.h"

namespace platerip::separation {

/// The number of samples in one pixel of this model, without alpha.
constexpr int colors_of(profiles::ColorModel model) {
  switch (model) {
    case profiles::ColorModel::gray:
      return 1;
    case profiles::ColorModel::rgb:
    case profiles::ColorModel::lab:
      return 3;
    case profiles::ColorModel::cmyk:
      return 4;
  }
  return 0;
}

/// Whether pixels have alpha, and whether their colours are premultiplied by it (TIFF 6.0, ExtraSamples).
enum class Alpha { none, associated, unassociated };

/// The layout of pixels: interleaved samples in native byte order, first the colours, then alpha, then spot inks. For
/// gray and rgb 0 is black; for cmyk 0 is paper. lab is encoded as in ICC.1:2022 (6.3.4.2): samples from 0 to the
/// greatest stand for L* from 0 to 100, and for a* and b* from −128 to 127. lab has no alpha.
struct PixelFormat {
  profiles::ColorModel model = profiles::ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;            ///< per sample, 8 or 16; the ink planes have the same depth
  int spots = 0;           ///< samples of spot inks, 0 is paper
  bool has_colors = true;  ///< false: a pixel has only spot inks, whatever the model

  /// The size of one pixel in bytes, including alpha and spot inks.
  [[nodiscard]] int bytes() const;
  /// The size of its colours and alpha.
  [[nodiscard]] int color_bytes() const;
};

}  // namespace platerip::separation
