#include "tiffio/layout/page_layout.h"

#include <algorithm>
#include <limits>

namespace platerip::tiffio {

std::vector<int> PageLayout::planes() const {
  if (!separate) return {0};
  std::vector<int> planes;
  for (const Channel& channel : channels) {
    if (std::find(planes.begin(), planes.end(), channel.sample) == planes.end()) planes.push_back(channel.sample);
  }
  return planes;
}

std::int64_t PageLayout::pixel_bits() const {
  const int unit_pixels = unit_width * unit_height;
  return std::int64_t{bits} * (unit_pixels == 1 ? pixel_samples() : unit_pixels + 2);
}

bool PageLayout::decodes_by_rows() const {
  constexpr std::int64_t least_marked_bits = 64;
  const bool tells = !codec->may_stop_early || width * pixel_bits() >= least_marked_bits;
  return codec->by_rows && unit_width * unit_height == 1 && tells;
}

std::int64_t PageLayout::block_bytes() const {
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(block_row_bytes(), block_height, &bytes)) return std::numeric_limits<std::int64_t>::max();
  return bytes;
}

std::int64_t PageLayout::rows_in_block(std::int64_t first_row) const {
  return std::min(block_height, height - first_row);
}

StoredRow PageLayout::stored_row(std::int64_t row) const {
  const std::int64_t in_block = row % block_page_rows;
  return {row / block_page_rows * block_height + in_block / unit_height, static_cast<int>(in_block % unit_height)};
}

Rows PageLayout::page_rows(std::int64_t first_row, std::int64_t rows) const {
  const auto begin_of = [this](std::int64_t row) {
    const std::int64_t in_block = std::min(row % block_height * unit_height, block_page_rows);
    return std::min(row / block_height * block_page_rows + in_block, page_height);
  };
  const std::int64_t first = begin_of(first_row);
  return {first, begin_of(first_row + rows) - first};
}

std::uint32_t PageLayout::block_index(int plane, std::int64_t down, std::int64_t across) const {
  return static_cast<std::uint32_t>((plane * blocks_down() + down) * blocks_across() + across);
}

bool PageLayout::keeps_samples() const {
  if (ycbcr || separate || static_cast<int>(channels.size()) != samples) return false;
  int expected = 0;
  return std::all_of(channels.begin(), channels.end(), [&expected](const Channel& channel) {
    return channel.sample == expected++ && channel.flip == 0 && !channel.stretch && !channel.map;
  });
}

}  // namespace platerip::tiffio
