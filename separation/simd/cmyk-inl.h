// LittleCMS' interpolation of CMYK, a pixel at a time: the four inks of a group are one vector.
#if defined(PLATERIP_SEPARATION_SIMD_CMYK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#undef PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstring>

#include "separation/cmyk_interpolation.h"
#include "separation/simd/rows-inl.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

using DInks = hn::CappedTag<std::uint32_t, group_inks>;
using InkVector = hn::Vec<DInks>;
constexpr DInks d_inks;

// in_slice() for the inks of a group.
HWY_INLINE InkVector in_slice(GridNodes nodes, const CmykPath& path) {
  const hn::Rebind<std::uint16_t, DInks> d_node;
  const auto corner = [&](std::size_t i) {
    return hn::PromoteTo(d_inks, hn::LoadU(d_node, nodes + group_inks * std::size_t{path.corners[i]}));
  };
  const auto rest = [&](std::size_t i) { return hn::Set(d_inks, path.rests[i]); };
  const InkVector c0 = corner(0), c1 = corner(1), c2 = corner(2), c3 = corner(3);
  const InkVector sum = hn::Add(hn::Add(hn::Mul(hn::Sub(c1, c0), rest(0)), hn::Mul(hn::Sub(c2, c1), rest(1))),
                                hn::Mul(hn::Sub(c3, c2), rest(2)));
  const hn::RebindToSigned<DInks> d;
  const auto shifted = [&](InkVector v) { return hn::BitCast(d_inks, hn::ShiftRight<16>(hn::BitCast(d, v))); };
  const InkVector bias = hn::Add(hn::Set(d_inks, 0x7FFF), hn::ShiftRight<31>(sum));
  const InkVector rounded = shifted(hn::Add(hn::Add(sum, hn::Set(d_inks, 0x8000)), shifted(hn::Add(sum, bias))));
  return hn::And(hn::Add(c0, rounded), hn::Set(d_inks, 0xFFFF));
}

HWY_INLINE InkVector cmyk_inks(GridNodes nodes, const CmykPath& path) {
  const InkVector less = in_slice(nodes, path), more = in_slice(nodes + group_inks * cmyk_steps[0], path);
  const InkVector way = hn::Mul(hn::Sub(more, less), hn::Set(d_inks, path.cyan));
  return hn::And(hn::Add(less, hn::ShiftRight<16>(hn::Add(way, hn::Set(d_inks, 0x8000)))), hn::Set(d_inks, 0xFFFF));
}

HWY_INLINE void store_inks(InkVector inks, std::uint16_t* to) {
  const hn::Rebind<std::uint16_t, DInks> d;
  hn::StoreU(hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<DInks>(), inks)), d, to);
}
HWY_INLINE void store_inks(InkVector inks, std::uint8_t* to) {
  const hn::Rebind<std::uint8_t, DInks> d;
  const auto rounded = hn::ShiftRight<24>(hn::Add(hn::Mul(inks, hn::Set(d_inks, 65281)), hn::Set(d_inks, 1u << 23)));
  hn::StoreU(hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<DInks>(), rounded)), d, to);
}

// Interpolates all pixels, and returns their number. A pixel like the one before has its inks.
template <typename Sample>
std::int64_t interpolate_cmyk_vectors(GridNodes nodes, const Sample* cmyk, std::int64_t count, InkRows<Sample> inks) {
  constexpr std::int64_t most = 512;
  alignas(64) std::array<Sample, group_inks * most> batch;
  std::array<Sample*, group_inks> rows{};
  for (std::int64_t done = 0; done < count; done += most) {
    const std::int64_t pixels = std::min(count - done, most);
    for (std::int64_t p = 0; p < pixels; ++p) {
      const Sample* const pixel = cmyk + group_inks * (done + p);
      Sample* const out = &batch[static_cast<std::size_t>(group_inks * p)];
      if (p > 0 && std::memcmp(pixel, pixel - group_inks, group_inks * sizeof(Sample)) == 0)
        std::memcpy(out, out - group_inks, group_inks * sizeof(Sample));
      else
        store_inks(cmyk_inks(nodes, cmyk_path_of(pixel)), out);
    }
    for (std::size_t ink = 0; ink < inks.size(); ++ink) rows[ink] = inks[ink] + done;
    const InkRows<Sample> group = InkRows<Sample>(rows).first(inks.size());
    const std::int64_t split = deinterleave_vectors(batch.data(), pixels, group);
    scalar::deinterleave(batch.data(), split, pixels, group);
  }
  return count;
}

// The same to three interleaved samples.
std::int64_t cmyk_to_rgb_vectors(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb) {
  std::array<std::uint8_t, group_inks> pixel{};
  for (std::int64_t p = 0; p < count; ++p, cmyk += group_inks, rgb += 3) {
    if (p == 0 || std::memcmp(cmyk, cmyk - group_inks, group_inks * sizeof *cmyk) != 0)
      store_inks(cmyk_inks(nodes, cmyk_path_of(cmyk)), pixel.data());
    std::memcpy(rgb, pixel.data(), 3);
  }
  return count;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
