#include "rip/proofs/report/level_rows.h"

#include <algorithm>

namespace platerip::rip {

LevelRows::LevelRows(const std::vector<std::int64_t>& columns, std::vector<std::int64_t> rows, const LevelInk& ink,
                     Take take)
    : columns_(columns),
      parts_(row_parts(columns, ink.bits)),
      rows_(std::move(rows)),
      ink_(ink),
      row_bytes_(static_cast<std::size_t>((columns.back() * ink.bits + 7) / 8)),
      take_(std::move(take)),
      sums_(columns.size() - 1) {
  if (ink.bits > 1 || !ink.even) return;
  const auto is_whole = [](std::int64_t column) { return column % 8 == 0; };
  if (std::all_of(columns.begin(), columns.end() - 1, is_whole)) counts_.resize(row_bytes_);
  if (columns[1] < 8 && columns == parts_of(columns.back(), columns[1])) narrow_box_ = columns[1];
}

void LevelRows::add(const halftone::Plate& plate, std::int64_t rows) {
  for (std::int64_t y = 0; y < rows;) {
    const std::int64_t count = std::min(rows - y, rows_[row_ + 1] - next_);
    add_rows({plate.pixels + y * plate.stride, plate.stride, count});
    y += count;
    next_ += count;
    if (next_ < rows_[row_ + 1]) continue;
    add_counts();
    take_(row_++, sums_);
    std::fill(sums_.begin(), sums_.end(), 0);
  }
}

void LevelRows::add_rows(const RowSpan& rows) {
  if (narrow_box_ > 0) return add_narrow_boxes(rows, row_bytes_, narrow_box_, sums_);
  if (counts_.empty()) return add_levels(rows, row_bytes_, ink_, parts_, sums_);
  constexpr std::int64_t most_rows = 31;  // whose bits one byte can count, 8 in each row
  for (std::int64_t y = 0; y < rows.count;) {
    const std::int64_t count = std::min(rows.count - y, most_rows - counted_);
    count_bits({rows.first + y * rows.stride, rows.stride, count}, counts_);
    y += count;
    counted_ += count;
    if (counted_ == most_rows) add_counts();
  }
}

void LevelRows::add_counts() {
  if (counted_ == 0) return;
  for (std::size_t i = 0; i < sums_.size(); ++i)
    for (std::int64_t byte = columns_[i] / 8; byte < (columns_[i + 1] + 7) / 8; ++byte) sums_[i] += counts_[byte];
  std::fill(counts_.begin(), counts_.end(), std::uint8_t{0});
  counted_ = 0;
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
