#include "rip/strips/plate_sums.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace platerip::rip {
namespace {

// The least and the greatest distance of borders. The last part may be shorter than the least.
std::pair<std::int64_t, std::int64_t> parts_between(std::span<const std::int64_t> borders) {
  std::int64_t least = borders[1] - borders[0], most = least;
  for (std::size_t i = 1; i + 1 < borders.size(); ++i) {
    const std::int64_t part = borders[i + 1] - borders[i];
    if (i + 2 < borders.size()) least = std::min(least, part);
    most = std::max(most, part);
  }
  return {least, most};
}

bool fit(const PlateBoxes& boxes, std::int64_t widest, std::int64_t highest) {
  constexpr std::int64_t most = std::numeric_limits<PlateSums::Sum>::max();
  return widest <= most && highest <= most / widest && boxes.ink.solid <= most / (widest * highest);
}

// Sums of lower boxes are hardly fewer than the dots themselves.
bool are_few(const PlateBoxes& boxes) {
  constexpr std::int64_t least_rows = 5;
  const std::int64_t rows = std::ssize(boxes.rows) - 1;
  const std::int64_t sums_bytes = rows * boxes.box_columns() * static_cast<std::int64_t>(sizeof(PlateSums::Sum));
  return (rows - 1) * least_rows <= boxes.rows.back() &&
         sums_bytes <= boxes.rows.back() * boxes.columns.back() * boxes.ink.bits / 8;
}

}  // namespace

std::int64_t box_row_of(std::span<const std::int64_t> borders, std::int64_t row) {
  return std::ranges::upper_bound(borders, row) - borders.begin() - 1;
}

void WantedSums::add(PlateBoxes boxes) {
  const auto [lowest, highest] = parts_between(boxes.rows);
  const std::int64_t widest = parts_between(boxes.columns).second;
  if (!fit(boxes, widest, highest) || !are_few(boxes) || find(boxes.plate, boxes.columns, boxes.rows)) return;
  boxes_.push_back(std::move(boxes));
  lowest_.push_back(lowest);
}

std::optional<std::size_t> WantedSums::find(std::size_t plate, std::span<const std::int64_t> columns,
                                            std::span<const std::int64_t> rows) const {
  for (std::size_t place = 0; place < boxes_.size(); ++place) {
    const PlateBoxes& boxes = boxes_[place];
    if (boxes.plate == plate && std::ranges::equal(boxes.columns, columns) && std::ranges::equal(boxes.rows, rows))
      return place;
  }
  return {};
}

std::int64_t WantedSums::most_sums(std::size_t place, std::int64_t rows) const {
  if (rows == 0) return 0;
  const std::int64_t touched = (rows + lowest_[place] - 2) / lowest_[place] + 2;  // the last box may be lower
  return std::min(touched, std::ssize(boxes_[place].rows) - 1) * boxes_[place].box_columns();
}

std::int64_t WantedSums::bytes(std::int64_t rows) const {
  std::int64_t sums = 0;
  for (std::size_t place = 0; place < boxes_.size(); ++place) sums += most_sums(place, rows);
  return sums * static_cast<std::int64_t>(sizeof(PlateSums::Sum));
}

PlateSums place_sums(const WantedSums& wanted, std::int64_t rows, std::byte* memory) {
  PlateSums placed;
  auto* next = reinterpret_cast<PlateSums::Sum*>(memory);
  for (std::size_t place = 0; place < wanted.all().size(); ++place) {
    placed.sums.push_back(next);
    next += wanted.most_sums(place, rows);
  }
  return placed;
}

}  // namespace platerip::rip
