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

std::int64_t pixel_bytes(const PicturedPlates& page, DrawnPicture::Kept kept) {
  return 3 + (kept == DrawnPicture::Kept::colors ? 0 : std::ssize(page.dots));
}

void to_bytes(std::span<const std::uint16_t> tones, std::uint8_t* bytes) {
  for (std::size_t i = 0; i < tones.size(); ++i) bytes[i] = static_cast<std::uint8_t>((tones[i] + 128u) / 257);
}

}  // namespace

DrawnPicture::DrawnPicture(const PicturedPlates& page, std::int64_t longest, const InkColors& colors, Kept kept)
    : colors_(colors),
      tones_(page, longest),
      plates_(page.dots.size()),
      kept_(kept),
      tasks_(1, static_cast<std::size_t>(most_bands(page)), 0, lend_thread),
      in_order_(tasks_.lane(0)) {
  const auto pixels = static_cast<std::size_t>(grid().columns * grid().rows);
  rgb_.reserve(3 * pixels);  // so that rows stay where they are while others are added
  if (kept_ == Kept::colors_and_tones) kept_tones_.reserve(plates_ * pixels);
}

// Of each band, a row of the press's inks is in memory.
std::int64_t DrawnPicture::memory_bytes(const PicturedPlates& page, std::int64_t longest, int press_channels,
                                        Kept kept) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  const std::int64_t inks = grid.columns * press_channels * static_cast<std::int64_t>(sizeof(std::uint16_t));
  return grid.columns * grid.rows * pixel_bytes(page, kept) + TonePicture::memory_bytes(page, longest) +
         most_bands(page) * (TonePicture::band_bytes(page, longest) + inks);
}

void DrawnPicture::add(std::span<const halftone::Plate> plates, std::int64_t rows) {
  for (std::int64_t row = 0; row < rows;) {
    row += tones_.add(plates, row, rows - row);
    while (auto band = tones_.next()) draw(*std::move(band));
  }
}

void DrawnPicture::draw(ToneBand added) {
  const auto band = std::make_shared<const ToneBand>(std::move(added));
  const auto columns = static_cast<std::size_t>(grid().columns);
  const std::size_t pixels = columns * static_cast<std::size_t>(band->rows);
  rgb_.resize(rgb_.size() + 3 * pixels);
  const auto rgb = std::span(rgb_).last(3 * pixels);
  if (kept_ == Kept::colors_and_tones) kept_tones_.resize(kept_tones_.size() + plates_ * pixels);
  const auto bytes = std::span(kept_tones_).last(kept_ == Kept::colors ? 0 : plates_ * pixels);
  const auto work = [this, band, columns, rgb, bytes](std::span<std::byte>) {
    tones_.smooth(*band, [&](std::size_t row, std::span<const std::uint16_t> tones) {
      colors_.run(tones, columns, rgb.subspan(3 * row * columns, 3 * columns));
      if (!bytes.empty()) to_bytes(tones, &bytes[row * tones.size()]);
    });
  };
  in_order_({work, [] {}});
}

std::vector<std::uint8_t> DrawnPicture::tones(std::size_t plate) const {
  const auto columns = static_cast<std::size_t>(grid().columns);
  std::vector<std::uint8_t> tones;
  tones.reserve(kept_tones_.size() / plates_);
  for (std::size_t at = plate * columns; at < kept_tones_.size(); at += plates_ * columns) {
    const auto row = kept_tones_.begin() + static_cast<std::ptrdiff_t>(at);
    tones.insert(tones.end(), row, row + static_cast<std::ptrdiff_t>(columns));
  }
  return tones;
}

}  // namespace platerip::rip
