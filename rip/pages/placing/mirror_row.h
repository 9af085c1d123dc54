// Mirrors a row of pixels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Brings the pixels of a row into the opposite order. Throws nothing; thread-safe.
void mirror_row(std::byte* row, std::int64_t pixels, std::int64_t pixel_bytes);

}  // namespace platerip::rip
