#include "rip/proofs/report/zone_levels.h"

#include <algorithm>
#include <numeric>

namespace platerip::rip {

ZoneLevels::ZoneLevels(const Grid& grid, std::vector<std::int64_t> borders, bool along_rows, const LevelInk& ink)
    : grid_(grid),
      borders_(std::move(borders)),
      along_rows_(along_rows),
      ink_(ink),
      row_bytes_(static_cast<std::size_t>((grid.width * ink.bits + 7) / 8)),
      extra_(borders_.size()),
      boxes_(static_cast<std::size_t>(along_rows ? grid.rows() : grid.columns())) {
  if (along_rows) {
    parts_ = row_parts(std::vector<std::int64_t>{0, grid.width}, ink_.bits);
    return;
  }
  for (std::size_t i = 0; i < borders_.size(); ++i) {
    const std::vector<std::int64_t> before = {borders_[i] - borders_[i] % grid.box, borders_[i]};
    for (RowPart part : row_parts(before, ink_.bits)) {
      part.sum = i;
      parts_.push_back(part);
    }
  }
}

void ZoneLevels::add(const halftone::Plate& plate, std::int64_t first, std::int64_t rows) {
  if (along_rows_) return add_rows_above_borders(plate, first, rows);
  add_levels({plate.pixels, plate.stride, rows}, row_bytes_, ink_, parts_, extra_);
}

void ZoneLevels::add_rows_above_borders(const halftone::Plate& plate, std::int64_t first, std::int64_t rows) {
  for (std::size_t i = 0; i < borders_.size(); ++i) {
    const std::int64_t begin = std::max(first, borders_[i] - borders_[i] % grid_.box);
    const std::int64_t end = std::min(first + rows, borders_[i]);
    if (begin >= end) continue;
    const RowSpan span{plate.pixels + (begin - first) * plate.stride, plate.stride, end - begin};
    add_levels(span, row_bytes_, ink_, parts_, std::span(extra_).subspan(i, 1));
  }
}

void ZoneLevels::add_boxes(std::int64_t row, std::span<const std::uint64_t> levels) {
  if (along_rows_) {
    boxes_[row] = std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
    return;
  }
  for (std::size_t i = 0; i < boxes_.size(); ++i) boxes_[i] += levels[i];
}

std::vector<std::uint64_t> ZoneLevels::zones() const {
  std::vector<std::uint64_t> before;  // each border
  for (std::size_t i = 0; i < borders_.size(); ++i)
    before.push_back(std::accumulate(boxes_.begin(), boxes_.begin() + borders_[i] / grid_.box, extra_[i]));
  std::adjacent_difference(before.begin(), before.end(), before.begin());
  return {before.begin() + 1, before.end()};
}

}  // namespace platerip::rip
