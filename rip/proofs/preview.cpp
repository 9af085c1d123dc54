#include "rip/proofs/preview.h"

#include <cmath>
#include <utility>

#include "rip/pages/placing/turn.h"
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

Preview::Preview(const PicturedPlates& plates, InkColors colors, tiffio::Orientation orientation)
    : colors_(std::move(colors)),
      orientation_(orientation),
      picture_(plates, longest_side, colors_,
               to_upright(orientation) == unturned ? DrawnPicture::Kept::png : DrawnPicture::Kept::colors) {}

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

Status Preview::write(const PreviewFacts& facts, const OutputFile& file) {
  picture_.finish();
  const SheetGrid& grid = picture_.grid();
  const bool is_compressed = !picture_.png().empty();
  const Picture lying{grid.columns, grid.rows, 3};
  const Picture picture = is_compressed ? lying : upright_copy(lying, picture_.rgb(), orientation_);
  const PngForm form{.width = static_cast<std::uint32_t>(picture.width),
                     .height = static_cast<std::uint32_t>(picture.height),
                     .pixels_per_metre = pixels_per_metre(facts.resolution, grid),
                     .comment = facts.comment};
  for (const auto& part :
       png_parts(form, is_compressed ? std::move(picture_.png()) : all_png_rows(form, picture.samples)))
    if (const Status status = file.write(std::as_bytes(std::span(part))); !status.ok()) return status;
  return {};
}

}  // namespace platerip::rip
