// Pixels with alpha, laid over paper. Private to separation/.
#pragma once

#include <cstdint>

#include "separation/separation.h"

namespace platerip::separation {

/// Samples of one pixel of this model, without alpha.
int colors_of(profiles::ColorModel model);

/// Composes `count` pixels of `format` over paper white, as Settings defines it: `in` has alpha last, `out` has none.
/// Sample is std::uint8_t or std::uint16_t, as format.bits says.
template <typename Sample>
void compose_over_paper(const PixelFormat& format, const Sample* in, Sample* out, std::int64_t count);

}  // namespace platerip::separation
