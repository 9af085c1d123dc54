#include "rip/pages/placing/turn_block.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "rip/pages/placing/copy_rows.h"

namespace platerip::rip {
namespace {

// Calls `task` with the size of a pixel, as a constant if it is one of the usual ones, which makes loops fast.
template <typename Task>
void with_pixel_size(std::int64_t bytes, const Task& task) {
  switch (bytes) {
    case 1:
      return task(std::integral_constant<std::size_t, 1>());
    case 2:
      return task(std::integral_constant<std::size_t, 2>());
    case 3:
      return task(std::integral_constant<std::size_t, 3>());
    case 4:
      return task(std::integral_constant<std::size_t, 4>());
    case 6:
      return task(std::integral_constant<std::size_t, 6>());
    case 8:
      return task(std::integral_constant<std::size_t, 8>());
    default:
      return task(static_cast<std::size_t>(bytes));
  }
}

constexpr std::int64_t tile_rows = 16;

// Turns a tile of up to tile_rows rows. A copy of 4 bytes is faster than one of 3. The byte too many is replaced by the
// next pixel, or lies in the padding of the row.
template <typename Size>
void turn_tile(PixelBlock block, Size size) {
  constexpr bool is_wider = std::is_same_v<Size, std::integral_constant<std::size_t, 3>>;
  const auto pixel = static_cast<std::int64_t>(size);
  const std::int64_t last = block.rows - 1, to_row = block.to_row;
  for (std::int64_t column = 0; column < block.columns; ++column, block.from += block.from_row, block.to += pixel) {
    const std::byte* from = block.from;
    std::byte* to = block.to;
    for (std::int64_t row = 0; row < last; ++row, from += pixel, to += to_row)
      std::memcpy(to, from, is_wider ? std::size_t{4} : size);
    std::memcpy(to, from, size);
  }
}

}  // namespace

// By way of a tile in the innermost cache: rows whose distance is a power of two share few lines of a cache.
void turn_block(const PixelBlock& block, std::int64_t bytes) {
  with_pixel_size(bytes, [&](auto size) {
    const std::int64_t row_bytes = block.columns * bytes, tile_row = row_bytes + 1;
    std::vector<std::byte> tile(static_cast<std::size_t>(tile_rows * tile_row));
    for (std::int64_t row = 0; row < block.rows; row += tile_rows) {
      const std::int64_t rows = std::min(tile_rows, block.rows - row);
      turn_tile({block.from + row * bytes, block.from_row, tile.data(), tile_row, rows, block.columns}, size);
      copy_rows(tile.data(), tile_row, block.to + row * block.to_row, block.to_row, rows, row_bytes, block.past_caches);
    }
  });
  if (block.past_caches) end_copies_past_caches();
}

}  // namespace platerip::rip
