#include "separation/pixel_format.h"

namespace platerip::separation {

int PixelFormat::bytes() const {
  return color_bytes() + spots * (bits / 8);
}

int PixelFormat::color_bytes() const {
  return ((has_colors ? colors_of(model) : 0) + (alpha == Alpha::none ? 0 : 1)) * (bits / 8);
}

}  // namespace platerip::separation
