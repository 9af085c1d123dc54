// The memory layout of a page's pixels. Nothing here throws.
#pragma once

#include "profiles/icc.h"

namespace platerip::separation {

/// The number of samples in one pixel of this model, without alpha.
int colors_of(profiles::ColorModel model);

/// Whether pixels have alpha, and whether their colours are premultiplied by it (TIFF 6.0, ExtraSamples).
enum class Alpha { none, associated, unassociated };

/// The layout of pixels: samples interleaved, native byte order, alpha last. For gray and rgb 0 is black; for cmyk 0 is
/// paper. lab is encoded as in ICC.1:2022 (6.3.4.2): L* from 0 to 100, a* and b* from −128 to 127, each from 0 to the
/// greatest sample. It has no alpha.
struct PixelFormat {
  profiles::ColorModel model = profiles::ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;  ///< per sample, 8 or 16; the ink planes have the same depth

  /// The size of one pixel in bytes, including alpha.
  [[nodiscard]] int bytes() const;
};

}  // namespace platerip::separation
