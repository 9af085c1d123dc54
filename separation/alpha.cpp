#include "separation/alpha.h"

#include <limits>

namespace platerip::separation {

template <typename Sample>
void compose_over_paper(const PixelFormat& format, const Sample* in, Sample* out, std::int64_t count) {
  const int colors = colors_of(format.model);
  const std::uint32_t paper = format.model == profiles::ColorModel::cmyk ? 0 : std::numeric_limits<Sample>::max();
  for (std::int64_t i = 0; i < count; ++i, in += colors + 1, out += colors)
    for (int c = 0; c < colors; ++c) out[c] = over_paper<Sample>(format.alpha, in[c], in[colors], paper);
}

template void compose_over_paper(const PixelFormat&, const std::uint8_t*, std::uint8_t*, std::int64_t);
template void compose_over_paper(const PixelFormat&, const std::uint16_t*, std::uint16_t*, std::int64_t);

}  // namespace platerip::separation
