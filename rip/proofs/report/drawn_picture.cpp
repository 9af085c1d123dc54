#include "rip/proofs/report/drawn_picture.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Bands that are not drawn yet: one for each thread, and one that waits.
std::int64_t most_bands(const PicturedPlates& page) {
  return page.threads + 1;
}

// A GPU, which makes the sums, waits if no thread hands over the next strip, waits for one, and writes one.
std::size_t most_drawing(const PicturedPlates& page) {
  constexpr int for_strips = 3;
  return static_cast<std::size_t>(std::max(1, page.threads - (page.sums ? for_strips : 0)));
}

std::int64_t pixel_bytes(const PicturedPlates& page, DrawnPicture::Kept kept) {
  if (kept == DrawnPicture::Kept::nothing) return 0;
  return 3 + (kept == DrawnPicture::Kept::colors_and_plates ? std::ssize(page.dots) : 0);
}

void to_gray(std::span<const std::uint16_t> tones, std::uint8_t* gray) {
  constexpr unsigned step = 4, solid = 256 - step / 2;
  for (std::size_t i = 0; i < tones.size(); ++i) {
    const unsigned tone = (tones[i] + 128u) / 257;
    gray[i] = static_cast<std::uint8_t>(tone < solid ? 255 - (tone + step / 2) / step * step : 0);
  }
}

}  // namespace

DrawnPicture::DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, Kept kept)
    : colors_(colors),
      tones_(page, longest),
      plates_(page.dots.size()),
      kept_(kept),
      tasks_(1, static_cast<std::size_t>(most_bands(page)), band_tones() * sizeof(std::uint16_t) + band_rgb(),
             lend_thread, most_drawing(page)),
      in_order_(tasks_.lane(0)) {
  if (kept_ == Kept::nothing) return;
  const std::size_t gray_bytes = kept_ == Kept::colors_and_plates ? plates_ * pixels() : 0;
  kept_rows_ = large_memory(3 * pixels() + gray_bytes);
  const std::span rows(reinterpret_cast<std::uint8_t*>(kept_rows_.get()), 3 * pixels() + gray_bytes);
  rgb_ = rows.first(3 * pixels());
  grays_ = rows.last(gray_bytes);
}

// Of each band, a row of the press's inks is in memory; its colours, and what becomes of them, are no more than twice
// its tones.
std::int64_t DrawnPicture::memory_bytes(const PicturedPlates& page, std::int64_t longest, int press_channels,
                                        Kept kept) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  const std::int64_t inks = grid.columns * press_channels * static_cast<std::int64_t>(sizeof(std::uint16_t));
  return grid.columns * grid.rows * pixel_bytes(page, kept) + TonePicture::memory_bytes(page, longest) +
         most_bands(page) * (2 * TonePicture::band_bytes(page, longest) + inks);
}

void DrawnPicture::add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums) {
  for (std::int64_t row = 0; row < rows;) {
    row += tones_.add(plates, row, rows - row, sums);
    draw();
  }
}

void DrawnPicture::draw() {
  while (auto next = tones_.next()) {
    const auto band = std::make_shared<const ToneBand>(*std::move(next));
    kept_ == Kept::nothing ? write(band) : keep(band);
  }
}

void DrawnPicture::keep(const Band& band) {
  const auto first = static_cast<std::size_t>(grid().columns * band->first);
  const auto count = static_cast<std::size_t>(grid().columns * band->rows);
  const auto rgb = rgb_.subspan(3 * first, 3 * count);
  in_order_({[this, band, rgb](std::span<std::byte> memory) { draw_band(*band, memory, rgb); }, [] {}});
}

void DrawnPicture::write(const Band& band) {
  const auto rows = std::make_shared<PngRows>();
  const auto work = [this, band, rows](std::span<std::byte> memory) {
    const std::span rgb(reinterpret_cast<std::uint8_t*>(memory.last(band_rgb()).data()),
                        static_cast<std::size_t>(3 * grid().columns * band->rows));
    draw_band(*band, memory, rgb);
    const PngForm form{static_cast<std::uint32_t>(grid().columns), static_cast<std::uint32_t>(grid().rows)};
    *rows = png_rows(form, band->first, rgb);
  };
  in_order_({work, [this, rows] { file_->add(*rows); }});
}

// `memory`: of a task, which begins with room for band_tones().
void DrawnPicture::draw_band(const ToneBand& band, std::span<std::byte> memory, std::span<std::uint8_t> rgb) const {
  const auto columns = static_cast<std::size_t>(grid().columns);
  const std::size_t row_tones = plates_ * columns;
  const std::span smooth(reinterpret_cast<std::uint16_t*>(memory.data()), band_tones());
  tones_.smooth(band, smooth);
  for (std::size_t row = 0; row < static_cast<std::size_t>(band.rows); ++row) {
    const auto plates = smooth.subspan(row * row_tones, row_tones);
    colors_.run(plates, columns, rgb.subspan(3 * row * columns, 3 * columns));
    for (std::size_t plate = 0; !grays_.empty() && plate < plates_; ++plate)
      to_gray(plates.subspan(plate * columns, columns),
              &grays_[plate * pixels() + (static_cast<std::size_t>(band.first) + row) * columns]);
  }
}

}  // namespace platerip::rip
