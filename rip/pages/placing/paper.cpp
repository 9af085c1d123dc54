#include "rip/pages/placing/paper.h"

#include <algorithm>

namespace platerip::rip {
namespace {

// Sets some bytes of each pixel.
void fill(std::vector<std::byte>& row, std::size_t pixel_bytes, std::size_t first, std::size_t bytes, std::byte value) {
  for (std::size_t pixel = 0; bytes > 0 && pixel < row.size(); pixel += pixel_bytes)
    std::fill_n(row.begin() + static_cast<std::ptrdiff_t>(pixel + first), bytes, value);
}

}  // namespace

std::vector<std::byte> paper_row(const tiffio::PageInfo& page) {
  const bool is_light = page.model != tiffio::ColorModel::cmyk;
  const bool is_white = is_light && page.alpha == tiffio::Alpha::none;
  std::vector<std::byte> row(static_cast<std::size_t>(page.row_bytes()), is_white ? std::byte{0xff} : std::byte{0});
  const auto sample = static_cast<std::size_t>(page.bits / 8);
  const std::size_t pixel = static_cast<std::size_t>(page.samples()) * sample;
  const std::size_t spots = page.spots.size() * sample;
  fill(row, pixel, pixel - spots, spots, std::byte{0});
  // a* and b* of paper are 0, which is encoded as 0x80 or 0x8080.
  if (page.model == tiffio::ColorModel::lab) fill(row, pixel, sample, 2 * sample, std::byte{0x80});
  return row;
}

}  // namespace platerip::rip
