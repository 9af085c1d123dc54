#include "separation/pixel_format.h"

namespace platerip::separation {

int colors_of(profiles::ColorModel model) {
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

int PixelFormat::bytes() const {
  return color_bytes() + spots * (bits / 8);
}

int PixelFormat::color_bytes() const {
  return ((has_colors ? colors_of(model) : 0) + (alpha == Alpha::none ? 0 : 1)) * (bits / 8);
}

}  // namespace platerip::separation
