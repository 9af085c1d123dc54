// Screens of scattered dots and clusters (FM). Functions may throw std::bad_alloc, and nothing else. They are
// thread-safe, and the same tiles come out on every machine.
#pragma once

#include "base/status.h"
#include "halftone/screen.h"

namespace platerip::halftone {

/// Scattered single pixels, 256 by 256: R. Ulichney, "The void-and-cluster method for dither array generation", SPIE
/// 1913, 1993.
Screen blue_noise();

inline constexpr int least_dot_size = 2;
inline constexpr int greatest_dot_size = 6;

/// Scattered clusters, 256 by 256 (second-order FM), for plates that cannot hold single pixels: D. L. Lau and G. R.
/// Arce, "Modern digital halftoning", 2001. Light tones have scattered dots of dot_size by dot_size pixels. In darker
/// tones these dots grow pixel by pixel, until halfway to solid they are as large as the gaps. Dark tones have holes in
/// the same way as light tones have dots. This takes a fifth of a second. Errors: the size is out of range.
Result<Screen> green_noise(int dot_size);

}  // namespace platerip::halftone
