#include "rip/proofs/report/level_rows.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
LevelRows::LevelRows(const std::vector<std::int64_t>& columns, std::vector<std::int64_t> rows, const LevelInk& ink,
                     Take take)
    : columns_(columns),
      parts_(row_parts(columns, ink.bits)),
      rows_(std::move(rows)),
      ink_(ink),
      row_bytes_(static_cast<std::size_t>((columns.back() * ink.bits + 7) / 8)),
      take_(std::move(take)) {
  if (ink.bits > 1 || !ink.even) return;
  has_whole_bytes_ =
      std::all_of(columns.begin(), columns.end() - 1, [](std::int64_t column) { return column % 8 == 0; });
  if (columns[1] < 8 && columns == parts_of(columns.back(), columns[1])) narrow_box_ = columns[1];
}

// A box has up to two parts for each word of a row.
std::int64_t LevelRows::memory_bytes(std::int64_t columns, std::int64_t rows) {
  constexpr std::int64_t of_column = 2 * sizeof(RowPart) + most_rows * sizeof(std::uint64_t) + sizeof(std::int64_t);
  return columns * of_column + rows * static_cast<std::int64_t>(sizeof(std::int64_t));
}

void LevelRows::add(const halftone::Plate& plate, std::int64_t rows) {
  for (RowSpan left{plate.pixels, plate.stride, rows}; left.count > 0;) add_boxes(left);
}

// Adds the first rows of `left`, as many as touch a few rows of boxes, and takes them out of it.
void LevelRows::add_boxes(RowSpan& left) {
  const bool is_begun = next_ > rows_[row_];
  std::vector<RowSpan> parts;  // in one row of boxes each
  std::size_t rows = 0;
  while (left.count > 0 && std::ssize(parts) < most_rows) {
    const std::int64_t count = std::min(left.count, rows_[row_ + parts.size() + 1] - next_);
    parts.push_back({left.first, left.stride, count});
    left.first += count * left.stride;
    left.count -= count;
    next_ += count;
    rows += static_cast<std::size_t>(count);
  }
  const std::size_t columns = columns_.size() - 1;
  sums_.resize(std::max(sums_.size(), parts.size() * columns));
  parallel_ranges(parts.size(), rows * row_bytes_, [&](std::size_t first, std::size_t end) {
    for (std::size_t part = first; part < end; ++part) {
      const auto sums = std::span(sums_).subspan(part * columns, columns);
      if (part > 0 || !is_begun) std::ranges::fill(sums, 0);
      sum(parts[part], sums);
    }
  });
  const std::size_t complete = parts.size() - (next_ < rows_[row_ + parts.size()] ? 1 : 0);
  if (complete > 0) take_(row_, std::span(sums_).first(complete * columns));
  row_ += complete;
  if (complete > 0 && complete < parts.size()) std::copy_n(&sums_[complete * columns], columns, sums_.begin());
}

// Adds rows of pixels to the sums of one row of boxes.
void LevelRows::sum(const RowSpan& rows, std::span<std::uint64_t> sums) const {
  if (narrow_box_ > 0) return add_narrow_boxes(rows, row_bytes_, narrow_box_, sums);
  if (has_whole_bytes_) return count(rows, sums);
  add_levels(rows, row_bytes_, ink_, parts_, sums);
}

void LevelRows::count(const RowSpan& rows, std::span<std::uint64_t> sums) const {
  constexpr std::int64_t rows_at_once = 31;  // whose bits one byte can count, 8 in each row
  std::vector<std::uint8_t> counts(row_bytes_);
  const auto add_few = [&](const RowSpan& few) {
    std::ranges::fill(counts, std::uint8_t{0});
    count_bits(few, counts);
    for (std::size_t i = 0; i < sums.size(); ++i)
      for (std::int64_t byte = columns_[i] / 8; byte < (columns_[i + 1] + 7) / 8; ++byte) sums[i] += counts[byte];
  };
  in_few_rows(rows, add_few, rows_at_once);
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
