// Sample pixels with which a backend is compared with the reference. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "separation/separation.h"

namespace platerip::separation {

/// Pixels of one format, interleaved and contiguous.
template <typename Sample>
struct TellingPixels {
  std::vector<Sample> samples;
  int pixel_samples = 0;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(samples.size()) / pixel_samples; }
};

/// The pixels to compare: the gray nodes of the interpolation grid; opaque grays (all 256 of 8 bits, or twice as many
/// of 16), for cmyk also as black alone; the corners of the colour cube; and random pixels. Except in the opaque grays,
/// alpha varies like any other sample.
template <typename Sample>
TellingPixels<Sample> telling_pixels(const PixelFormat& format);

/// The inks of the pixels, plane after plane; empty if the separator fails.
template <typename Sample>
std::vector<Sample> inks_of(const Separator& separator, const TellingPixels<Sample>& pixels);

}  // namespace platerip::separation
