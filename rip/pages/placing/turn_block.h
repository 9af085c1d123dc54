// Turns blocks of pixels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Rows of pixels that become columns of other rows.
struct PixelBlock {
  const std::byte* from = nullptr;  ///< the row that becomes the first column
  std::ptrdiff_t from_row = 0;      ///< bytes from row to row
  std::byte* to = nullptr;
  std::ptrdiff_t to_row = 0;
  std::int64_t rows = 0;  ///< of `to`
  std::int64_t columns = 0;
  bool past_caches = false;  ///< writes whole cache lines past the caches: `to` leaves these before it is read
};

/// Turns a block whose pixels have `bytes` bytes. May throw std::bad_alloc. Thread-safe.
void turn_block(const PixelBlock& block, std::int64_t bytes);

}  // namespace platerip::rip
