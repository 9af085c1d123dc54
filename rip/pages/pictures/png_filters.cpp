#include "rip/pages/pictures/png_filters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/simd.h"
#include "tiffio/pages/sum_pixels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/pages/pictures/png_filters.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each vector has a pixel and what follows it, which the next one overwrites. It holds the samples' complements: their
// averages are rounded up, which takes one instruction, and so a pixel waits for two only.
void undo_average(const std::uint8_t* filtered, const std::uint8_t* above, std::size_t bytes, std::size_t pixel_bytes,
                  std::uint8_t* made) {
  std::size_t at = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::FixedTag<std::uint8_t, 8> d;
  auto complement = hn::Not(hn::Zero(d));
  for (; at + hn::Lanes(d) <= bytes; at += pixel_bytes) {
    const auto average = hn::AverageRound(complement, hn::Not(hn::LoadU(d, above + at)));
    complement = hn::Sub(average, hn::LoadU(d, filtered + at));
    hn::StoreU(hn::Not(complement), d, made + at);
  }
#endif
  for (; at < bytes; ++at) {
    const int left = at < pixel_bytes ? 0 : made[at - pixel_bytes];
    made[at] = static_cast<std::uint8_t>(filtered[at] + (left + above[at]) / 2);
  }
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(undo_average);

/// The rows of undo_png_filter().
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

void undo_average(const Rows& rows, std::size_t pixel_bytes) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(undo_average)
  (reinterpret_cast<const std::uint8_t*>(rows.filtered), reinterpret_cast<const std::uint8_t*>(rows.above), rows.bytes,
   pixel_bytes, reinterpret_cast<std::uint8_t*>(rows.made));
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

}  // namespace

bool undo_png_filter(int filter, const std::byte* filtered, const std::byte* above, std::size_t bytes,
                     std::size_t pixel_bytes, std::byte* row) {
  const Rows rows{filtered, above, bytes, row};
  if (filter == 0) std::memcpy(row, filtered, bytes);
  if (filter == 1) undo_left(rows, pixel_bytes);
  if (filter == 2) undo_up(rows);
  if (filter == 3) undo_average(rows, pixel_bytes);
  if (filter == 4) undo_paeth(rows, pixel_bytes);
  return filter >= 0 && filter <= 4;
}

}  // namespace platerip::rip
#endif
