// Random pages for tests of crisp text.
#pragma once

#include <random>

#include "tests/separation/crisp_definition.h"

namespace platerip::test {

/// Any format of pages, with or without alpha and spot inks.
separation::PixelFormat any_format(std::mt19937& random);

/// A page of soft strokes and discs in black or another colour, on white or another colour, with noise or without; or
/// only noise, or flat.
SamplePage any_page(std::mt19937& random, const separation::PixelFormat& format, int width, int height);

/// A page of black strokes and discs on white.
SamplePage page_of_strokes(std::mt19937& random, const separation::PixelFormat& format, int width, int height);

}  // namespace platerip::test
