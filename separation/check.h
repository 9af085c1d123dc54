// The pixels by which a backend is compared with the reference. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "separation/separation.h"

namespace platerip::separation {

/// Some pixels of a format, one behind the other.
template <typename Sample>
struct TellingPixels {
  std::vector<Sample> samples;
  int pixel_samples = 0;

  [[nodiscard]] std::int64_t count() const { return static_cast<std::int64_t>(samples.size()) / pixel_samples; }
};

/// The pixels to compare: the gray nodes of the grid; all grays of 8 bits, or twice as many of 16, opaque; the corners
/// of the cube; random ones. But for the opaque grays, alpha varies as any sample does.
template <typename Sample>
TellingPixels<Sample> telling_pixels(const PixelFormat& format);

/// Their inks, plane after plane; none where the separator fails.
template <typename Sample>
std::vector<Sample> inks_of(const Separator& separator, const TellingPixels<Sample>& pixels);

}  // namespace platerip::separation
