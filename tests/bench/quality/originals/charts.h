// Drawn originals: ramps and text.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// 1024×512 pixels of ink that rises from paper to solid: to the right, and the same turned, downwards.
Image ramp_to_the_right();
Image ramp_downwards();

/// Black text with antialiased edges on paper, 768×512: lines with capitals of 7 to 40 pixels, in the font of the
/// sample page.
Image text_page();

}  // namespace platerip::quality
