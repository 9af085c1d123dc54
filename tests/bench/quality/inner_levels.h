// Tints of an inner level, with noise as in a scan, on printers with more than two levels.
//
// Functions may throw what the halftone throws. They are thread-safe.
#pragma once

#include "tests/bench/quality/methods/halftones.h"

namespace platerip::quality {

/// The share of pixels that are not at the level, 0 to 1: holes and doubles. The tint is 512×512 pixels of the level in
/// the middle (or the next below it), each with noise of up to 6/255 more or less that is the same in every run.
/// Precondition: three levels or more.
double off_level(const Halftone& halftone, int levels);

}  // namespace platerip::quality
