// Whether a way to separate that a backend has chosen gives the reference's inks. Private to separation/.
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

/// Those for which the inks are compared: the gray nodes of the grid, all grays of 8 bits or twice as many of 16,
/// opaque, the corners of the cube, random ones. Alpha is but a sample, but for those grays.
template <typename Sample>
TellingPixels<Sample> telling_pixels(const PixelFormat& format);

/// Their inks, plane after plane; none where the separator fails.
template <typename Sample>
std::vector<Sample> inks_of(const Separator& separator, const TellingPixels<Sample>& pixels);

}  // namespace platerip::separation
