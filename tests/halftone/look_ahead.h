// Methods that look ahead, for tests of what has to put up with that: a pixel is the mean of the rows below it and its
// own, with noise added. And a backend that has them beside the product's methods.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/backends/backends.h"

namespace platerip::halftone {

/// Looks 1, 3 or 40 rows ahead.
Method look_ahead(int rows);

/// Halftones by these methods, and by the product's as `reference` does.
Backend look_ahead_backend();

/// The oracle: levels of a width × height plane, row after row, by a method that looks so many rows ahead.
/// `sample(y, x)` is the ink amount in `bits` bits.
std::vector<int> look_ahead_levels(int rows, int levels, int bits, std::int64_t width, std::int64_t height,
                                   const std::function<int(std::int64_t, std::int64_t)>& sample);

}  // namespace platerip::halftone
