#include "rip/pages/pictures/png_filters.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace platerip::rip {
namespace {

/// The rows of undo_png_filter().
struct Rows {
  const std::byte* filtered;
  const std::byte* above;
  std::size_t bytes;
  std::byte* made;
};

int left_of(int left, int /*above*/, int /*above_left*/) {
  return left;
}

int average_of(int left, int above, int /*above_left*/) {
  return (left + above) / 2;
}

/// Which of the three is closest to left + above − above left: the last one if it lies in the middle third between the
/// others, and else the one from which it lies further away.
int paeth_of(int left, int above, int above_left) {
  const int limit = 3 * above_left - above - left;
  const int low = std::min(left, above), high = std::max(left, above);
  const int not_high = high > limit ? above_left : low;
  return limit > low ? not_high : high;
}

/// Adds to each sample what `predict` says of its neighbours. Every pixel waits for the one before. But its samples do
/// not wait for each other, so a processor computes them at the same time, and sooner than steps of vectors.
template <std::size_t pixel_bytes, int (*predict)(int left, int above, int above_left)>
void undo(const Rows& rows) {
  const auto [filtered, above, bytes, made] = rows;
  std::array<int, pixel_bytes> left{}, above_left{};
  for (std::size_t at = 0; at < bytes; at += pixel_bytes) {
    for (std::size_t i = 0; i < pixel_bytes; ++i) {
      const int up = std::to_integer<int>(above[at + i]);
      left[i] = (std::to_integer<int>(filtered[at + i]) + predict(left[i], up, above_left[i])) & 0xff;
      above_left[i] = up;
      made[at + i] = static_cast<std::byte>(left[i]);
    }
  }
}

void undo_up(const Rows& rows) {
  for (std::size_t i = 0; i < rows.bytes; ++i)
    rows.made[i] =
        static_cast<std::byte>(std::to_integer<unsigned>(rows.filtered[i]) + std::to_integer<unsigned>(rows.above[i]));
}

template <std::size_t pixel_bytes>
bool undo_filter(int filter, const Rows& rows) {
  if (filter == 1) undo<pixel_bytes, left_of>(rows);
  if (filter == 3) undo<pixel_bytes, average_of>(rows);
  if (filter == 4) undo<pixel_bytes, paeth_of>(rows);
  return filter == 1 || filter == 3 || filter == 4;
}

}  // namespace

bool undo_png_filter(int filter, const std::byte* filtered, const std::byte* above, std::size_t bytes,
                     std::size_t pixel_bytes, std::byte* row) {
  const Rows rows{filtered, above, bytes, row};
  if (filter == 0) std::memcpy(row, filtered, bytes);
  if (filter == 2) undo_up(rows);
  if (filter == 0 || filter == 2) return true;
  constexpr std::array undo = {undo_filter<1>, undo_filter<2>, undo_filter<3>, undo_filter<4>,
                               undo_filter<5>, undo_filter<6>, undo_filter<7>, undo_filter<8>};
  return undo[pixel_bytes - 1](filter, rows);
}

}  // namespace platerip::rip
