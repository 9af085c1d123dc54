#include "rip/proofs/preview.h"

#include <cmath>
#include <utility>

#include "rip/pages/placing/turn.h"
#include "rip/proofs/report/picture.h"

namespace platerip::rip {
namespace {

constexpr std::int64_t longest_side = 2000;

std::uint32_t pixels_per_metre(const tiffio::Resolution& resolution, const SheetGrid& grid) {
  if (!resolution.is_known()) return 0;
  const double pixels = std::round(resolution.x / grid.across * 1000 / resolution.unit_millimetres());
  return pixels >= 1 && pixels < 1e9 ? static_cast<std::uint32_t>(pixels) : 0;
}

PngForm form_of(const PreviewFacts& facts, const SheetGrid& grid, std::int64_t width, std::int64_t height) {
  return {.width = static_cast<std::uint32_t>(width),
          .height = static_cast<std::uint32_t>(height),
          .pixels_per_metre = pixels_per_metre(facts.resolution, grid),
          .comment = facts.comment};
}

PngFile file_of(const PicturedPlates& plates, const PreviewFacts& facts, OpenFile file) {
  const SheetGrid grid = sheet_grid(plates.width, plates.height, plates.proportion, longest_side);
  return {std::move(file), form_of(facts, grid, grid.columns, grid.rows)};
}

}  // namespace

Preview::Preview(const PicturedPlates& plates, InkColors colors, tiffio::Orientation orientation, PreviewFacts facts,
                 OpenFile file)
    : colors_(std::move(colors)),
      orientation_(orientation),
      facts_(std::move(facts)),
      file_(std::move(file)),
      written_(to_upright(orientation) == unturned ? std::optional(file_of(plates, facts_, file_)) : std::nullopt),
      picture_(written_ ? DrawnPicture(plates, longest_side, colors_, *written_)
                        : DrawnPicture(plates, longest_side, colors_, DrawnPicture::Kept::colors)) {}

// Counts the picture once more, turned upright.
std::int64_t Preview::memory_bytes(const PicturedPlates& plates, int press_channels) {
  const SheetGrid grid = sheet_grid(plates.width, plates.height, plates.proportion, longest_side);
  return 3 * grid.columns * grid.rows +
         DrawnPicture::memory_bytes(plates, longest_side, press_channels, DrawnPicture::Kept::colors);
}

void Preview::add_boxes(const PicturedPlates& plates, WantedSums& wanted) {
  TonePicture::add_boxes(plates, longest_side, wanted);
}

void Preview::add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums) {
  picture_.add(plates, rows, sums);
}

Status Preview::write() {
  picture_.finish();
  if (written_) return written_->finish();
  const SheetGrid& grid = picture_.grid();
  const Picture picture = upright_copy({grid.columns, grid.rows, 3, picture_.rgb()}, orientation_);
  const PngForm form = form_of(facts_, grid, picture.width, picture.height);
  PngFile file(file_, form);
  for (const PngRows& rows : all_png_rows(form, picture.samples)) file.add(rows);
  return file.finish();
}

}  // namespace platerip::rip
