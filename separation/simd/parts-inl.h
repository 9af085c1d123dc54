// Copies parts of pixels.
#if defined(PLATERIP_SEPARATION_SIMD_PARTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_PARTS_INL_H_
#undef PLATERIP_SEPARATION_SIMD_PARTS_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_PARTS_INL_H_
#endif

#include <hwy/highway.h>

#include "separation/simd/pixel_part.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

std::int64_t copy_parts_vectors(std::span<const PixelPart::Shuffle> shuffles, std::int64_t group_bytes,
                                const std::uint8_t* pixels, std::int64_t groups, std::uint8_t* out) {
  const hn::FixedTag<std::uint8_t, 16> d;
  for (std::int64_t group = 0; group < groups; ++group, pixels += group_bytes) {
    auto made = hn::Zero(d);
    for (const PixelPart::Shuffle& shuffle : shuffles) {
      const auto bytes = hn::LoadU(d, pixels + shuffle.from);
      made = hn::Or(made, hn::TableLookupBytesOr0(bytes, hn::LoadU(d, shuffle.places.data())));
      if (!shuffle.is_last) continue;
      hn::StoreU(made, d, out);
      out += hn::Lanes(d);
      made = hn::Zero(d);
    }
  }
  return groups;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
