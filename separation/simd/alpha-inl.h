// Composes pixels with alpha over paper.
#if defined(PLATERIP_SEPARATION_SIMD_ALPHA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_ALPHA_INL_H_
#undef PLATERIP_SEPARATION_SIMD_ALPHA_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_ALPHA_INL_H_
#endif

#include <limits>

#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

// compose_over_paper() for `lanes` RGB pixels. The division by max is exact: (v + (v >> bits) + 1) >> bits gives the
// same for every possible v.
template <typename Sample>
HWY_INLINE void compose_vector(bool associated, const Sample* rgba, Sample* rgb) {
  constexpr int bits = 8 * sizeof(Sample);
  constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
  const hn::Rebind<Sample, D32> d;
  hn::Vec<decltype(d)> r, g, b, a;
  hn::LoadInterleaved4(d, rgba, r, g, b, a);
  const V32 alpha = hn::PromoteTo(d32, a);
  const V32 paper = hn::Sub(hn::Set(d32, max), alpha);
  const V32 rounded_paper = hn::Add(hn::Mul(paper, hn::Set(d32, max)), hn::Set(d32, max / 2));
  const auto composed = [&](auto sample) {
    const V32 color = hn::PromoteTo(d32, sample);
    const V32 sum = hn::Add(hn::Mul(color, alpha), rounded_paper);
    const V32 mixed = hn::ShiftRight<bits>(hn::Add(hn::Add(sum, hn::ShiftRight<bits>(sum)), hn::Set(d32, 1)));
    const V32 result = associated ? hn::Min(hn::Add(color, paper), hn::Set(d32, max)) : mixed;
    return hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<D32>(), result));
  };
  hn::StoreInterleaved3(composed(r), composed(g), composed(b), d, rgb);
}

template <typename Sample>
std::int64_t compose_vectors(bool associated, const Sample* rgba, std::int64_t count, Sample* rgb) {
  std::int64_t done = 0;
  for (; done + lanes <= count; done += lanes) compose_vector(associated, rgba + 4 * done, rgb + 3 * done);
  return done;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
