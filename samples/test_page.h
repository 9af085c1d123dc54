// The sample page: what prepress people want to see of a halftone, on one sheet.
#pragma once

#include <cstdint>
#include <vector>

#include "samples/paint.h"

namespace platerip::samples {

/// The elements of the page, in painting order. They are laid out for 2400 x 3200 pixels, and scaled to fit the middle
/// of the given size.
std::vector<Element> test_page(std::int64_t width, std::int64_t height);

}  // namespace platerip::samples
