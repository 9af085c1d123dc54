// How the pixels of a page lie in memory.
#pragma once

#include "profiles/icc.h"

namespace platerip::separation {

/// Samples of one pixel of this model, without alpha.
int colors_of(profiles::ColorModel model);

enum class Alpha { none, associated, unassociated };

/// How a page's pixels lie in memory: samples interleaved, native byte order, alpha last.
/// gray and rgb: 0 is black; cmyk: 0 is paper.
struct PixelFormat {
  profiles::ColorModel model = profiles::ColorModel::rgb;
  Alpha alpha = Alpha::none;
  int bits = 8;  ///< per sample, 8 or 16; the ink planes have as many

  /// Bytes of one pixel, alpha included.
  [[nodiscard]] int bytes() const;
};

}  // namespace platerip::separation
