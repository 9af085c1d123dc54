#include "rip/page/strip_reader.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace platerip::rip {

StripReader::Rows StripReader::rows_of(const StripInFlight& strip) const {
  const std::int64_t above = std::min(around_.above, strip.first_row);
  const std::int64_t below = std::min(around_.below, page_.info().height - strip.first_row - strip.rows);
  return {.first = strip.first_row - above,
          .end = strip.first_row + strip.rows + below,
          .pixels = strip.pixels - above * strip.pixel_stride,
          .stride = strip.pixel_stride};
}

const std::byte* StripReader::find(std::int64_t row) const {
  if (last_.has(row)) return last_.at(row);
  const auto kept = std::ranges::find_if(kept_, [row](const Rows& rows) { return rows.has(row); });
  return kept == kept_.end() ? nullptr : kept->at(row);
}

Status StripReader::read(StripInFlight& strip, bool as_they_lie) {
  const Rows rows = rows_of(strip);
  std::byte* to = strip.pixels - (strip.first_row - rows.first) * rows.stride;
  strip.turn = as_they_lie ? lying_.turn : unturned;
  if (strip.turn != unturned) {
    const Status status = read_lying(lying_, rows.first, rows.end - rows.first, to);
    strip.is_read = status.ok();
    return status;
  }
  if (read_ < rows.first) {
    if (const Status status = page_.skip(rows.first - read_); !status.ok()) return status;
    read_ = rows.first;
  }
  for (std::int64_t row = rows.first; row < std::min(read_, rows.end); ++row, to += rows.stride) {
    const std::byte* const from = find(row);
    if (from == nullptr) return Error{"row " + std::to_string(row) + " is lost; this is a defect of the program"};
    std::memcpy(to, from, static_cast<std::size_t>(page_.info().row_bytes()));
  }
  if (read_ < rows.end) {
    if (const Status status = page_.read(rows.end - read_, to, rows.stride); !status.ok()) return status;
    read_ = rows.end;
  }
  last_ = rows;
  strip.is_read = true;
  if (rows.end == read_) keep({}, nullptr);
  return {};
}

Status StripReader::pass(std::int64_t row, const StripInFlight& strip, const std::function<bool()>& stop) {
  const std::int64_t end = row == page_.info().height ? row : row - std::min(around_.above, row);
  while (read_ < end) {
    if (stop()) return Error{"stopped", ErrorCode::stopped};
    const std::int64_t rows = std::min(strip.room, end - read_);
    if (const Status status = page_.read(rows, strip.pixels, strip.pixel_stride); !status.ok()) return status;
    read_ += rows;
  }
  return {};
}

void StripReader::leave_strips(std::int64_t row) {
  const std::int64_t first = row - std::min(around_.above, row);
  const std::int64_t row_bytes = page_.info().row_bytes();
  const auto copy = std::make_shared<std::vector<std::byte>>();
  copy->reserve(static_cast<std::size_t>(std::max<std::int64_t>(0, read_ - first) * row_bytes));
  for (std::int64_t at = first; at < read_; ++at) copy->insert(copy->end(), find(at), find(at) + row_bytes);
  keep({{.first = first, .end = read_, .pixels = copy->data(), .stride = row_bytes}}, copy);
  last_ = {};
}

void StripReader::go_on(std::int64_t row, std::span<const StripInFlight> strips, std::shared_ptr<const void> owner) {
  const auto lies = [](const StripInFlight& strip) { return strip.is_read && strip.turn != unturned; };
  if (std::ranges::any_of(strips, lies)) return;  // read again if needed; kept rows stay
  const std::int64_t first = row - std::min(around_.above, row);
  std::vector<Rows> needed;
  for (const StripInFlight& strip : strips) {
    const Rows rows = rows_of(strip);
    if (strip.is_read && rows.end > first) needed.push_back(rows);
  }
  keep(std::move(needed), std::move(owner));
  last_ = {};
}

void StripReader::keep(std::vector<Rows> rows, std::shared_ptr<const void> owner) {
  kept_ = std::move(rows);
  owner_ = std::move(owner);
}

}  // namespace platerip::rip
