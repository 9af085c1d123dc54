// Methods that look ahead, for tests of code that must allow for them. A pixel is the mean of its own sample and those
// below it, with noise added. Also a backend that has these methods beside the product's.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "halftone/backends/backends.h"

namespace platerip::halftone {

/// The method that looks 1, 3 or 40 rows ahead.
Method look_ahead(int rows);

/// A backend that halftones by these methods and, as `reference` does, by the product's.
Backend look_ahead_backend();

/// The oracle: levels of a width × height plane, row after row, by the method that looks `rows` rows ahead. `sample(y,
/// x)` is the ink amount in `bits` bits.
std::vector<int> look_ahead_levels(int rows, int levels, int bits, std::int64_t width, std::int64_t height,
                                   const std::function<int(std::int64_t, std::int64_t)>& sample);

}  // namespace platerip::halftone
