// The filters of a PNG's rows (ISO/IEC 15948, 9).
#pragma once

#include <cstddef>

namespace platerip::rip {

/// Makes a row of `bytes` bytes of a filtered one. `above` is the row above it, or zeros. The three rows must not
/// overlap. A pixel has `pixel_bytes` bytes: 1 to 8. Returns whether there is such a filter.
bool undo_png_filter(int filter, const std::byte* filtered, const std::byte* above, std::size_t bytes,
                     std::size_t pixel_bytes, std::byte* row);

}  // namespace platerip::rip
