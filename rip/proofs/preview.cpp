#include "rip/proofs/preview.h"

#include <cmath>
#include <utility>

#include "rip/proofs/png_file.h"
#include "rip/proofs/report/picture.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t longest_side = 2000;

std::uint32_t pixels_per_metre(const tiffio::Resolution& resolution, const SheetGrid& grid) {
  if (!resolution.is_known()) return 0;
  const double pixels = std::round(resolution.x / grid.across * 1000 / resolution.unit_millimetres());
  return pixels >= 1 && pixels < 1e9 ? static_cast<std::uint32_t>(pixels) : 0;
}

}  // namespace

Preview::Preview(const PicturedPlates& plates, InkColors colors)
    : colors_(std::move(colors)), tones_(plates, longest_side) {
  rgb_.reserve(3 * static_cast<std::size_t>(tones_.grid().columns * tones_.grid().rows));
}

// The picture counts twice: as it grows, and turned upright. One row counts as inks.
std::int64_t Preview::memory_bytes(const PicturedPlates& plates, int press_channels) {
  const SheetGrid grid = sheet_grid(plates.width, plates.height, plates.proportion, longest_side);
  return 2 * 3 * grid.columns * grid.rows +
         grid.columns * press_channels * static_cast<std::int64_t>(sizeof(std::uint16_t)) +
         TonePicture::memory_bytes(plates, longest_side);
}

void Preview::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  const auto columns = static_cast<std::size_t>(tones_.grid().columns);
  for (std::int64_t row = 0; row < rows;) {
    row += tones_.add(plates, row, rows - row);
    for (auto tones = tones_.next(); !tones.empty(); tones = tones_.next()) {
      rgb_.resize(rgb_.size() + 3 * columns);
      colors_.run(tones, columns, std::span(rgb_).last(3 * columns));
    }
  }
}

std::vector<std::uint8_t> Preview::take_file(const PreviewFacts& facts) {
  const Picture picture = upright({tones_.grid().columns, tones_.grid().rows, 3, std::move(rgb_)}, facts.orientation);
  return png_of({.width = static_cast<std::uint32_t>(picture.width),
                 .height = static_cast<std::uint32_t>(picture.height),
                 .samples = picture.samples,
                 .pixels_per_metre = pixels_per_metre(facts.resolution, tones_.grid()),
                 .comment = facts.comment});
}

}  // namespace platerip::rip
