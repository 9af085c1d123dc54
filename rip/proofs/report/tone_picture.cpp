#include "rip/proofs/report/tone_picture.h"

#include <algorithm>
#include <cmath>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Clusters have at least this many pixels along a cell. Finer dots are scattered pixels, as far as Descreen can tell.
constexpr double least_cluster = 4;

// Smaller cells differ so much, by whole pixels, that only groups of them show a tone.
constexpr double least_averaged = 7;

// Rows of the picture. With fewer, plates would be too little work for threads.
constexpr std::int64_t rows_at_once = 16;

// A page that is a whole number of steps long, apart from what division rounds, has no further pixel.
std::int64_t pixels_of(std::int64_t length, double step) {
  constexpr double rounding = 1e-6;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(static_cast<double>(length) / step - rounding)));
}

// The side of the cells of a plate's screen, in pixels of the picture; 0 if the dots are no clusters.
double cell_in(const SheetGrid& grid, const DotRate& dots) {
  const double cell = cell_of({dots.across * grid.across, dots.down * grid.down});
  if (!std::isfinite(cell) || cell * std::max(grid.across, grid.down) < least_cluster) return 0;
  return std::max(cell, least_averaged / std::min(grid.across, grid.down));
}

// Cells of a screen are not alike, because they lie differently on the pixels. After averaging over a cell, this
// variance is left at most, over four cells. Pixels that average several cells have less.
constexpr double variance_of_cells = 0.001;
constexpr double cells_of_reach = 2;
constexpr double longest_reach = 64;

Grain grain_of(const SheetGrid& grid, const DotRate& dots, int levels) {
  const double cell = cell_in(grid, dots);
  if (cell == 0) return grain_of_box(static_cast<std::int64_t>(std::min(grid.across, grid.down)), levels);
  const double reach = std::min(longest_reach, std::ceil(cells_of_reach * cell));
  return {static_cast<std::int64_t>(reach), variance_of_cells * std::min(1.0, cell * cell), false};
}

Averaging averaging_across(const PicturedPlates& page, const SheetGrid& grid, const DotRate& dots) {
  return averaging(page.width, grid.columns, grid.across, cell_in(grid, dots) * grid.across);
}

Averaging averaging_down(const PicturedPlates& page, const SheetGrid& grid, const DotRate& dots) {
  return averaging(page.height, grid.rows, grid.down, cell_in(grid, dots) * grid.down);
}

}  // namespace

SheetGrid sheet_grid(std::int64_t width, std::int64_t height, double proportion, std::int64_t longest) {
  constexpr std::int64_t large = 24;
  const double across = std::max(1.0, proportion);
  const double down = std::max(1.0, 1 / proportion);
  const double length = std::max(static_cast<double>(width) / across, static_cast<double>(height) / down);
  auto step = std::max<std::int64_t>(1, static_cast<std::int64_t>(length / static_cast<double>(longest)));
  for (;; ++step) {
    const std::int64_t whole = step < large ? step : (step + 7) / 8 * 8;
    const auto size = static_cast<double>(whole);
    const SheetGrid grid{pixels_of(width, across * size), pixels_of(height, down * size), across * size, down * size};
    if (std::max(grid.columns, grid.rows) <= longest) return grid;
  }
}

TonePicture::TonePicture(const PicturedPlates& page, std::int64_t longest)
    : grid_(sheet_grid(page.width, page.height, page.proportion, longest)) {
  for (std::size_t i = 0; i < page.dots.size(); ++i) plates_.emplace_back(page, grid_, page.dots[i], page.inks[i]);
}

TonePicture::Plate::Plate(const PicturedPlates& page, const SheetGrid& grid, const DotRate& dots, const LevelInk& ink)
    : tones(averaging_across(page, grid, dots), averaging_down(page, grid, dots), ink),
      descreen(grid.columns, grid.rows, grain_of(grid, dots, page.levels)) {}

// Plates whose windows are small wait for those whose windows are large.
std::int64_t TonePicture::memory_bytes(const PicturedPlates& page, std::int64_t longest) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  std::int64_t bytes = 0;
  std::int64_t waiting = 0;  // rows
  for (const DotRate& dots : page.dots) {
    const Grain grain = grain_of(grid, dots, page.levels);
    const Averaging down = averaging_down(page, grid, dots);
    bytes += PlateTones::memory_bytes(averaging_across(page, grid, dots), down) +
             Descreen::memory_bytes(grid.columns, grain);
    waiting = std::max(waiting, down.overlap() + grain.reach);
  }
  const auto plates = static_cast<std::int64_t>(page.dots.size());
  return bytes +
         plates * (waiting + rows_at_once + 4) * grid.columns * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

std::int64_t TonePicture::add(std::span<const halftone::Plate> plates, std::int64_t first, std::int64_t rows) {
  const std::int64_t count = std::min(rows, rows_at_once * static_cast<std::int64_t>(std::ceil(grid_.down)));
  parallel_for(static_cast<int>(plates.size()), [&](int index) {
    const halftone::Plate& plate = plates[index];
    plates_[index].add({plate.pixels + first * plate.stride, plate.stride}, count);
  });
  return count;
}

void TonePicture::Plate::add(const halftone::Plate& plate, std::int64_t count) {
  tones.add(plate, count);
  while (tones.has_row()) {
    descreen.add(tones.take());
    for (auto row = descreen.next(); !row.empty(); row = descreen.next()) rows.emplace_back(row.begin(), row.end());
  }
}

std::span<const std::uint16_t> TonePicture::next() {
  row_.clear();
  if (std::ranges::any_of(plates_, [](const Plate& plate) { return plate.rows.empty(); })) return {};
  for (Plate& plate : plates_) {
    row_.insert(row_.end(), plate.rows.front().begin(), plate.rows.front().end());
    plate.rows.pop_front();
  }
  return row_;
}

}  // namespace platerip::rip
