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
  return (colors_of(model) + (alpha == Alpha::none ? 0 : 1)) * (bits / 8);
}

}  // namespace platerip::separation
