#include "rip/pages/pictures/png_filters.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "rip/pages/pictures/png_averages.h"
#include "tiffio/pages/sum_pixels.h"

namespace platerip::rip {
namespace {

/// A row without the byte of its filter, the row above, and where the row is made.
struct Rows {
  const std::byte* filtered;
  const std::byte* above;
  std::size_t bytes;
  std::byte* made;
};

void undo_left(const Rows& rows, std::size_t pixel_bytes) {
  std::memcpy(rows.made, rows.filtered, rows.bytes);
  tiffio::sum_pixels({rows.made, rows.bytes}, pixel_bytes, 1);
}

void undo_up(const Rows& rows) {
  for (std::size_t i = 0; i < rows.bytes; ++i)
    rows.made[i] =
        static_cast<std::byte>(std::to_integer<unsigned>(rows.filtered[i]) + std::to_integer<unsigned>(rows.above[i]));
}

/// Which of the three is closest to left + above − above left: the last one if it lies in the middle third between the
/// others, and else the one from which it lies further away.
int paeth_of(int left, int above, int above_left) {
  const int limit = 3 * above_left - above - left;
  const int low = std::min(left, above), high = std::max(left, above);
  const int not_high = high > limit ? above_left : low;
  return limit > low ? not_high : high;
}

/// Every pixel waits for the one before. But its samples do not wait for each other, so a processor computes them at
/// the same time, and sooner than steps of vectors.
template <std::size_t pixel_bytes>
void undo_paeth(const Rows& rows) {
  const auto [filtered, above, bytes, made] = rows;
  std::array<int, pixel_bytes> left{}, above_left{};
  for (std::size_t at = 0; at < bytes; at += pixel_bytes) {
    for (std::size_t i = 0; i < pixel_bytes; ++i) {
      const int up = std::to_integer<int>(above[at + i]);
      left[i] = (std::to_integer<int>(filtered[at + i]) + paeth_of(left[i], up, above_left[i])) & 0xff;
      above_left[i] = up;
      made[at + i] = static_cast<std::byte>(left[i]);
    }
  }
}

void undo_paeth(const Rows& rows, std::size_t pixel_bytes) {
  constexpr std::array undo = {undo_paeth<1>, undo_paeth<2>, undo_paeth<3>, undo_paeth<4>,
                               undo_paeth<5>, undo_paeth<6>, undo_paeth<7>, undo_paeth<8>};
  undo[pixel_bytes - 1](rows);
}

constexpr int averages = 3;

/// Undoes any other filter. Whether there is such a filter.
bool undo_filter(int filter, const Rows& rows, std::size_t pixel_bytes) {
  if (filter == 0) std::memcpy(rows.made, rows.filtered, rows.bytes);
  if (filter == 1) undo_left(rows, pixel_bytes);
  if (filter == 2) undo_up(rows);
  if (filter == 4) undo_paeth(rows, pixel_bytes);
  return filter >= 0 && filter <= 4;
}

}  // namespace

std::size_t undo_png_filters(const FilteredRows& rows, const std::byte* above, std::byte* made) {
  const auto begin_of = [&rows](std::size_t row) { return rows.first + row * (1 + rows.bytes); };
  const auto filter_of = [&](std::size_t row) { return std::to_integer<int>(*begin_of(row)); };
  for (std::size_t row = 0; row < rows.count;) {
    std::byte* const to = made + row * rows.bytes;
    const std::byte* const before = row == 0 ? above : to - rows.bytes;
    std::size_t end = row;
    while (end < rows.count && filter_of(end) == averages) ++end;
    if (end > row) {
      undo_png_averages({begin_of(row), end - row, rows.bytes, rows.pixel_bytes}, before, to);
      row = end;
      continue;
    }
    if (!undo_filter(filter_of(row), {begin_of(row) + 1, before, rows.bytes, to}, rows.pixel_bytes)) return row;
    ++row;
  }
  return rows.count;
}

}  // namespace platerip::rip
