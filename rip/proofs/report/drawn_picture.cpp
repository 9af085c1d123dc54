#include "rip/proofs/report/drawn_picture.h"

#include <memory>
#include <utility>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Bands that are not drawn yet: one for each thread, and one that waits.
std::int64_t most_bands(const PicturedPlates& page) {
  return page.threads + 1;
}

}  // namespace

DrawnPicture::DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, Take take)
    : colors_(colors),
      tones_(page, longest),
      take_(std::move(take)),
      tasks_(1, static_cast<std::size_t>(most_bands(page)), 0, lend_thread),
      in_order_(tasks_.lane(0)) {}

// The colours of a band are as large as the tones of two plates, or smaller. One row counts as inks.
std::int64_t DrawnPicture::memory_bytes(const PicturedPlates& page, std::int64_t longest, int press_channels) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  const std::int64_t inks = grid.columns * press_channels * static_cast<std::int64_t>(sizeof(std::uint16_t));
  return TonePicture::memory_bytes(page, longest) +
         most_bands(page) * (2 * TonePicture::band_bytes(page, longest) + inks);
}

void DrawnPicture::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  for (std::int64_t row = 0; row < rows;) {
    row += tones_.add(plates, row, rows - row);
    while (auto band = tones_.next()) draw(*std::move(band));
  }
}

void DrawnPicture::draw(ToneBand band) {
  const auto undrawn = std::make_shared<const ToneBand>(std::move(band));
  const auto drawn = std::make_shared<DrawnRows>();
  in_order_(
      {[this, undrawn, drawn](std::span<std::byte>) { *drawn = rows_of(*undrawn); }, [this, drawn] { take_(*drawn); }});
}

DrawnRows DrawnPicture::rows_of(const ToneBand& band) const {
  DrawnRows rows{.tones = tones_.smooth(band)};
  const auto columns = static_cast<std::size_t>(grid().columns);
  const std::size_t tones = rows.tones.size() / static_cast<std::size_t>(band.rows);
  rows.rgb.resize(3 * columns * static_cast<std::size_t>(band.rows));
  for (std::size_t row = 0; row < static_cast<std::size_t>(band.rows); ++row)
    colors_.run(std::span(rows.tones).subspan(row * tones, tones), columns,
                std::span(rows.rgb).subspan(3 * row * columns, 3 * columns));
  return rows;
}

}  // namespace platerip::rip
