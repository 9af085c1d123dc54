// The vector types of the inner loops, and operations that several of them share.
#if defined(PLATERIP_SEPARATION_SIMD_VECTORS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_VECTORS_INL_H_
#undef PLATERIP_SEPARATION_SIMD_VECTORS_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_VECTORS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "separation/interpolation.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A vector of 32-bit lanes holds either `lanes` pixels, or group_inks inks for a quarter as many pixels, one per
// 128-bit block.
using D32 = HWY_CAPPED(std::uint32_t, 16);
using V32 = hn::Vec<D32>;
constexpr D32 d32;
constexpr int lanes = static_cast<int>(hn::MaxLanes(d32));
constexpr int blocks = lanes / 4;
const hn::Repartition<std::uint16_t, D32> d16;
using V16 = hn::Vec<hn::Repartition<std::uint16_t, D32>>;
const hn::RebindToSigned<D32> d_signed;
using Signed = hn::Vec<hn::RebindToSigned<D32>>;

constexpr std::uint32_t red_step = axis_steps[0], green_step = axis_steps[1], blue_step = axis_steps[2];
constexpr std::uint32_t far_corner = red_step + green_step + blue_step;

// Rounds 16 bits to 8 as LittleCMS does, (v · 65281 + 2^23) >> 24, with the result in the higher byte.
HWY_INLINE V16 to_higher_byte(V16 v) {
  return hn::Add(hn::MulHigh(v, hn::Set(d16, 65281)), hn::Set(d16, 128));
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
