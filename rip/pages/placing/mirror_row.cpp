#include "rip/pages/placing/mirror_row.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/pages/placing/mirror_row.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::int64_t vector_bytes = 16;

// Mirrors vectors of whole pixels at both ends of a row. Returns the bytes mirrored at each end.
std::int64_t mirror_vectors([[maybe_unused]] const std::uint8_t* from, [[maybe_unused]] std::uint8_t* to,
                            [[maybe_unused]] std::int64_t bytes, [[maybe_unused]] std::int64_t pixel_bytes) {
#if HWY_TARGET == HWY_SCALAR
  return 0;
#else
  if (pixel_bytes > vector_bytes || bytes < 2 * vector_bytes) return 0;
  const hn::FixedTag<std::uint8_t, vector_bytes> d;
  const std::int64_t used = vector_bytes / pixel_bytes * pixel_bytes, rest = vector_bytes - used;
  // Pixels fill the first bytes of a vector at the left end, and the last ones at the right end. The others are as
  // before, and are written again later unless the row stays in its place.
  alignas(vector_bytes) std::uint8_t to_left[vector_bytes] = {}, to_right[vector_bytes] = {};
  for (std::int64_t i = 0; i < used; ++i) {
    const std::int64_t opposite = used - (i / pixel_bytes + 1) * pixel_bytes + i % pixel_bytes;
    to_left[i] = static_cast<std::uint8_t>(rest + opposite);
    to_right[rest + i] = static_cast<std::uint8_t>(opposite);
  }
  const auto order_left = hn::Load(d, to_left), order_right = hn::Load(d, to_right);
  const auto is_left = hn::FirstN(d, static_cast<std::size_t>(used));
  const auto stays_right = hn::FirstN(d, static_cast<std::size_t>(rest));

  // The next vectors are loaded before these are stored, because a load waits for stores that it overlaps.
  std::int64_t left_end = 0, right_end = bytes - vector_bytes;
  auto left = hn::LoadU(d, from + left_end), right = hn::LoadU(d, from + right_end);
  for (;;) {
    const bool is_last = right_end - left_end < vector_bytes + 2 * used;
    const auto next_left = hn::LoadU(d, from + (is_last ? left_end : left_end + used));
    const auto next_right = hn::LoadU(d, from + (is_last ? right_end : right_end - used));
    hn::StoreU(hn::IfThenElse(is_left, hn::TableLookupBytes(right, order_left), left), d, to + left_end);
    hn::StoreU(hn::IfThenElse(stays_right, right, hn::TableLookupBytes(left, order_right)), d, to + right_end);
    left_end += used;
    right_end -= used;
    if (is_last) return left_end;
    left = next_left;
    right = next_right;
  }
#endif
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(mirror_vectors);

void mirror_row(const std::byte* from, std::byte* to, std::int64_t pixels, std::int64_t pixel_bytes) {
  const std::int64_t bytes = pixels * pixel_bytes;
  std::int64_t left = HWY_DYNAMIC_DISPATCH(mirror_vectors)(reinterpret_cast<const std::uint8_t*>(from),
                                                           reinterpret_cast<std::uint8_t*>(to), bytes, pixel_bytes);
  for (std::int64_t right = bytes - left - pixel_bytes; left <= right; left += pixel_bytes, right -= pixel_bytes) {
    if (from == to) {
      std::swap_ranges(to + left, to + std::min(left + pixel_bytes, right), to + right);
    } else {
      std::copy_n(from + right, pixel_bytes, to + left);
      std::copy_n(from + left, pixel_bytes, to + right);
    }
  }
}

}  // namespace platerip::rip
#endif  // HWY_ONCE
