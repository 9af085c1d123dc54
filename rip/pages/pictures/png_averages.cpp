#include "rip/pages/pictures/png_averages.h"

#include <array>
#include <cstdint>

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/pages/pictures/png_averages.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each vector has a pixel and what follows it, which the next one overwrites. It holds the samples' complements: their
// averages are rounded up, which takes one instruction, and so a pixel waits for two only. Meanwhile, the processor
// works on the other rows.
template <std::size_t count>
void undo_at_once(const FilteredRows& rows, const std::uint8_t* filtered, const std::uint8_t* above,
                  std::uint8_t* made) {
  const std::size_t stride = 1 + rows.bytes;
  std::size_t at = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::FixedTag<std::uint8_t, 8> d;
  std::array<hn::Vec<decltype(d)>, count> left;
  left.fill(hn::Not(hn::Zero(d)));
  for (; at + hn::Lanes(d) <= rows.bytes; at += rows.pixel_bytes) {
    auto up = hn::Not(hn::LoadU(d, above + at));
    for (std::size_t row = 0; row < count; ++row) {
      up = hn::Sub(hn::AverageRound(left[row], up), hn::LoadU(d, filtered + row * stride + at));
      left[row] = up;
      hn::StoreU(hn::Not(up), d, made + row * rows.bytes + at);
    }
  }
#endif
  for (; at < rows.bytes; ++at) {
    int up = above[at];
    for (std::size_t row = 0; row < count; ++row) {
      std::uint8_t* const out = made + row * rows.bytes + at;
      const int left_of_it = at < rows.pixel_bytes ? 0 : *(out - rows.pixel_bytes);
      *out = static_cast<std::uint8_t>(filtered[row * stride + at] + (left_of_it + up) / 2);
      up = *out;
    }
  }
}

void undo_averages(const FilteredRows& rows, const std::uint8_t* above, std::uint8_t* made) {
  constexpr std::size_t many = 4;
  const auto* const filtered = reinterpret_cast<const std::uint8_t*>(rows.first) + 1;
  for (std::size_t row = 0; row < rows.count;) {
    const std::size_t now = row + many <= rows.count ? many : 1;
    const std::uint8_t* const from = filtered + row * (1 + rows.bytes);
    std::uint8_t* const to = made + row * rows.bytes;
    const std::uint8_t* const before = row == 0 ? above : to - rows.bytes;
    now == many ? undo_at_once<many>(rows, from, before, to) : undo_at_once<1>(rows, from, before, to);
    row += now;
  }
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(undo_averages);

void undo_png_averages(const FilteredRows& rows, const std::byte* above, std::byte* made) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(undo_averages)
  (rows, reinterpret_cast<const std::uint8_t*>(above), reinterpret_cast<std::uint8_t*>(made));
}

}  // namespace platerip::rip
#endif
