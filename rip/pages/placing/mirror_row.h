// Mirrors a row of pixels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Copies the pixels of a row in the opposite order. `to` is `from`, or does not overlap it. Throws nothing;
/// thread-safe.
void mirror_row(const std::byte* from, std::byte* to, std::int64_t pixels, std::int64_t pixel_bytes);

}  // namespace platerip::rip
