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
    : colors_(std::move(colors)), picture_(plates, longest_side, colors_, [this](const DrawnRows& rows) {
        rgb_.insert(rgb_.end(), rows.rgb.begin(), rows.rgb.end());
      }) {
  rgb_.reserve(3 * static_cast<std::size_t>(picture_.grid().columns * picture_.grid().rows));
}

// The picture counts twice: as it grows, and turned upright.
std::int64_t Preview::memory_bytes(const PicturedPlates& plates, int press_channels) {
  const SheetGrid grid = sheet_grid(plates.width, plates.height, plates.proportion, longest_side);
  return 2 * 3 * grid.columns * grid.rows + DrawnPicture::memory_bytes(plates, longest_side, press_channels);
}

void Preview::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  picture_.add(plates, rows);
}

std::vector<std::uint8_t> Preview::take_file(const PreviewFacts& facts) {
  picture_.finish();
  const SheetGrid& grid = picture_.grid();
  const Picture picture = upright({grid.columns, grid.rows, 3, std::move(rgb_)}, facts.orientation);
  return png_of({.width = static_cast<std::uint32_t>(picture.width),
                 .height = static_cast<std::uint32_t>(picture.height),
                 .samples = picture.samples,
                 .pixels_per_metre = pixels_per_metre(facts.resolution, grid),
                 .comment = facts.comment});
}

}  // namespace platerip::rip
