#include "rip/proofs/report/tone_picture.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "rip/proofs/report/descreen.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

// Clusters have at least this many pixels along a cell. Finer dots are scattered pixels, as far as Descreen can tell.
constexpr double least_cluster = 4;

// Smaller cells differ so much, by whole pixels, that only groups of them show a tone.
constexpr double least_averaged = 7;

// Rows of a band. With fewer, Descreen would go through many of them twice.
constexpr std::int64_t least_band = 32;

// Rows of the picture that are added at a time: all of a GPU's strip, unless pixels are small.
constexpr std::int64_t most_added = 64;

std::int64_t rows_of_band(std::int64_t reach) {
  return std::max(least_band, 2 * reach);
}

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

// How the pixels of a plate are averaged along its rows and along its columns.
struct BothWays {
  Averaging across;
  Averaging down;
};

using Average = Averaging (*)(std::int64_t length, std::int64_t count, double step, double cell);

BothWays averaged(const PicturedPlates& page, const SheetGrid& grid, const DotRate& dots, Average average) {
  const double cell = cell_in(grid, dots);
  return {average(page.width, grid.columns, grid.across, cell * grid.across),
          average(page.height, grid.rows, grid.down, cell * grid.down)};
}

PlateTones plate_tones(const PicturedPlates& page, const SheetGrid& grid, std::size_t index) {
  auto [across, down] = averaged(page, grid, page.dots[index], averaging);
  const auto place = page.sums ? page.sums->find(index, across.borders, down.borders) : std::nullopt;
  return {std::move(across), std::move(down), page.inks[index], place};
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
  for (std::size_t i = 0; i < page.dots.size(); ++i) {
    const Plate& plate = plates_.emplace_back(page, grid_, i);
    band_rows_ = std::max(band_rows_, rows_of_band(plate.grain.reach));
  }
  const auto* const borders = plates_.front().tones.made_rows();
  const auto has_same = [&](const Plate& plate) {
    return borders != nullptr && plate.tones.made_rows() != nullptr && *plate.tones.made_rows() == *borders;
  };
  if (std::ranges::all_of(plates_, has_same)) made_rows_ = *borders;
}

TonePicture::Plate::Plate(const PicturedPlates& page, const SheetGrid& grid, std::size_t index)
    : grain(grain_of(grid, page.dots[index], page.levels)), tones(plate_tones(page, grid, index)) {}

// Plates of different dots have no rows of boxes in common at which a part of a strip could end. The cores sum them.
void TonePicture::add_boxes(const PicturedPlates& page, std::int64_t longest, WantedSums& wanted) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  if (std::ranges::any_of(page.dots, [&](const DotRate& dots) { return dots != page.dots.front(); })) return;
  const auto [across, down] = averaged(page, grid, page.dots.front(), averaging_unweighted);
  for (std::size_t i = 0; i < page.inks.size(); ++i) wanted.add({i, page.inks[i], across.borders, down.borders});
}

// Plates whose windows are small wait for those whose windows are large.
std::int64_t TonePicture::memory_bytes(const PicturedPlates& page, std::int64_t longest) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  std::int64_t bytes = 0, of_plate = 0;
  std::int64_t waiting = 0;  // rows
  for (std::size_t i = 0; i < page.dots.size(); ++i, bytes += of_plate) {
    if (i > 0 && page.dots[i] == page.dots[i - 1]) continue;
    const Grain grain = grain_of(grid, page.dots[i], page.levels);
    const auto [across, down] = averaged(page, grid, page.dots[i], averaging_unweighted);
    of_plate = PlateTones::memory_bytes(across, down);
    waiting = std::max(waiting, down.overlap() + 2 * (grain.reach + 1) + rows_of_band(grain.reach));
  }
  const auto plates = static_cast<std::int64_t>(page.dots.size());
  return bytes + plates * (waiting + most_added) * grid.columns * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

std::int64_t TonePicture::band_bytes(const PicturedPlates& page, std::int64_t longest) {
  const SheetGrid grid = sheet_grid(page.width, page.height, page.proportion, longest);
  std::int64_t rows = 0;
  std::int64_t filter = 0;
  for (const DotRate& dots : page.dots) {
    const Grain grain = grain_of(grid, dots, page.levels);
    rows = std::max(rows, 2 * rows_of_band(grain.reach) + 2 * (grain.reach + 1));
    filter = std::max(filter, Descreen::memory_bytes(grid.columns, grain));
  }
  return filter + rows * std::ssize(page.dots) * grid.columns * static_cast<std::int64_t>(sizeof(std::uint16_t));
}

// The sums of a part of a row of boxes are not known.
std::int64_t TonePicture::rows_to_add(std::int64_t first, std::int64_t rows, const PlateSums* sums) const {
  const std::int64_t count = std::min(rows, most_added * static_cast<std::int64_t>(std::ceil(grid_.down)));
  if (sums == nullptr || count == rows) return count;
  const std::int64_t row = sums->first + first;
  return made_rows_[static_cast<std::size_t>(box_row_of(made_rows_, row + count))] - row;
}

std::int64_t TonePicture::add(std::span<const halftone::Plate> plates, std::int64_t first, std::int64_t rows,
                              const PlateSums* sums) {
  if (made_rows_.empty()) sums = nullptr;
  const std::int64_t count = rows_to_add(first, rows, sums);
  parallel_for(static_cast<int>(plates.size()), [&](int index) {
    Plate& plate = plates_[index];
    plate.tones.add({plates[index].pixels + first * plates[index].stride, plates[index].stride}, count, sums);
    plate.take_rows();
  });
  return count;
}

bool TonePicture::are_boxes(std::span<const std::int64_t> columns, std::span<const std::int64_t> rows) const {
  return std::ranges::all_of(plates_, [&](const Plate& plate) { return plate.tones.are_boxes(columns, rows); });
}

void TonePicture::add_boxes(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums) {
  plates_[plate].tones.add_boxes(first, sums);
  plates_[plate].take_rows();
}

std::int64_t TonePicture::first_needed(std::int64_t first) const {
  std::int64_t needed = first;
  for (const Plate& plate : plates_) needed = std::min(needed, Descreen::first_needed(first, plate.grain));
  return needed;
}

std::optional<ToneBand> TonePicture::next() {
  const std::int64_t end = std::min(grid_.rows, next_ + band_rows_);
  std::int64_t bottom = end;
  for (const Plate& plate : plates_)
    bottom = std::max(bottom, std::min(grid_.rows, Descreen::last_needed(end - 1, plate.grain) + 1));
  const auto is_short = [&](const Plate& plate) { return top_ + std::ssize(plate.rows) < bottom; };
  if (next_ == grid_.rows || std::ranges::any_of(plates_, is_short)) return {};
  ToneBand band{next_, end - next_, top_, {}};
  for (const Plate& plate : plates_) band.tones.emplace_back(plate.rows.begin(), plate.rows.begin() + (bottom - top_));
  next_ = end;
  for (const std::int64_t top = first_needed(end); top_ < top; ++top_)
    for (Plate& plate : plates_) plate.rows.pop_front();
  return band;
}

// Plate by plate, so that the sums of a window stay in the first-level cache.
void TonePicture::smooth(const ToneBand& band, std::span<std::uint16_t> tones) const {
  const auto columns = static_cast<std::size_t>(grid_.columns);
  const std::size_t row_tones = plates_.size() * columns;
  for (std::size_t plate = 0; plate < plates_.size(); ++plate) {
    const Grain& grain = plates_[plate].grain;
    Descreen descreen(grid_.columns, grid_.rows, grain, band.first);
    const std::int64_t first = Descreen::first_needed(band.first, grain) - band.top;
    for (const ToneBand::Row& row : std::span(band.tones[plate]).subspan(static_cast<std::size_t>(first)))
      descreen.add(*row);
    for (std::int64_t row = 0; row < band.rows; ++row)
      descreen.next(tones.subspan(static_cast<std::size_t>(row) * row_tones + plate * columns, columns));
  }
}

}  // namespace platerip::rip
