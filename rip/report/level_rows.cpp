#include "rip/report/level_rows.h"

#include <algorithm>

namespace platerip::rip {

LevelRows::LevelRows(const std::vector<std::int64_t>& columns, std::vector<std::int64_t> rows, int levels, Take take)
    : parts_(row_parts(columns, halftone::plate_bits(levels))),
      rows_(std::move(rows)),
      bits_(halftone::plate_bits(levels)),
      row_bytes_(static_cast<std::size_t>(halftone::plate_row_bytes(columns.back(), levels))),
      take_(std::move(take)),
      sums_(columns.size() - 1) {}

void LevelRows::add(const halftone::Plate& plate, std::int64_t rows) {
  for (std::int64_t y = 0; y < rows;) {
    const std::int64_t count = std::min(rows - y, rows_[row_ + 1] - next_);
    add_levels({plate.pixels + y * plate.stride, plate.stride, count}, row_bytes_, bits_, parts_, sums_);
    y += count;
    next_ += count;
    if (next_ < rows_[row_ + 1]) continue;
    take_(row_++, sums_);
    std::fill(sums_.begin(), sums_.end(), 0);
  }
}

std::vector<std::int64_t> equal_parts(std::int64_t length, std::int64_t count) {
  std::vector<std::int64_t> borders;
  for (std::int64_t i = 0; i <= count; ++i) {
    borders.push_back(length / count * i + length % count * i / count);
  }
  return borders;
}

std::vector<std::int64_t> parts_of(std::int64_t length, std::int64_t part) {
  std::vector<std::int64_t> borders;
  for (std::int64_t at = 0; at < length; at += part) borders.push_back(at);
  borders.push_back(length);
  return borders;
}

}  // namespace platerip::rip
