// Rows in memory. Nothing here throws.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace platerip::rip {

/// Rows of equal length, `stride` bytes apart.
struct RowSpan {
  const std::byte* first = nullptr;
  std::ptrdiff_t stride = 0;
  std::int64_t count = 0;
};

/// Calls `task` for a few rows at a time, at most `most` of them, so that these stay in the first-level cache while
/// neighbouring sums read the same bytes.
template <typename Task>
void in_few_rows(RowSpan rows, const Task& task, std::int64_t most = 16) {
  for (std::int64_t left = rows.count; left > 0; left -= rows.count) {
    rows.count = std::min(left, most);
    task(rows);
    rows.first += rows.count * rows.stride;
  }
}

}  // namespace platerip::rip
