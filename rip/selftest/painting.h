// Paints pages for trials.
#pragma once

#include <random>

#include "rip/selftest/page_in_memory.h"

namespace platerip::rip {

/// Gives a page samples of its size and kind: noise, ramps, tints, and what is next to paper and solid, in stripes of
/// rows. May throw std::bad_alloc.
void paint(Pixels& page, std::mt19937& random);

}  // namespace platerip::rip
