// The total ink limit.
#if defined(PLATERIP_SEPARATION_SIMD_LIMIT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_LIMIT_INL_H_
#undef PLATERIP_SEPARATION_SIMD_LIMIT_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_LIMIT_INL_H_
#endif

#include "separation/ink_limit.h"
#include "separation/simd/ink_rows.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

template <typename Sample>
HWY_INLINE V32 load_ink(const Sample* samples) {
  return hn::PromoteTo(d32, hn::LoadU(hn::Rebind<Sample, D32>(), samples));
}

// ink · allowed div sum, exactly. The numerator is below 2^24 (2^53), so a float (double) holds it exactly. A quotient
// that is not whole differs from the next whole number by more than the rounding error of the division.
HWY_INLINE Signed reduced(Signed ink, Signed allowed, Signed sum, std::uint8_t) {
  const hn::Rebind<float, D32> d;
  const auto product = hn::Mul(hn::ConvertTo(d, ink), hn::ConvertTo(d, allowed));
  return hn::ConvertTo(d_signed, hn::Div(product, hn::ConvertTo(d, sum)));
}
HWY_INLINE Signed reduced(Signed ink, Signed allowed, Signed sum, std::uint16_t) {
  const hn::Half<hn::RebindToSigned<D32>> half;
  const hn::Rebind<double, decltype(half)> d;
  const auto quotient = [&](auto i, auto a, auto s) {
    return hn::DemoteTo(half, hn::Div(hn::Mul(hn::PromoteTo(d, i), hn::PromoteTo(d, a)), hn::PromoteTo(d, s)));
  };
  const auto upper = [&](Signed v) { return hn::UpperHalf(half, v); };
  return hn::Combine(d_signed, quotient(upper(ink), upper(allowed), upper(sum)),
                     quotient(hn::LowerHalf(half, ink), hn::LowerHalf(half, allowed), hn::LowerHalf(half, sum)));
}

// limit_inks() for `lanes` pixels.
template <typename Sample>
HWY_INLINE void limit_vector(const InkLimit& limit, std::int64_t at, InkRows<Sample> inks) {
  V32 sum = hn::Zero(d32);
  for (const Sample* ink : inks) sum = hn::Add(sum, load_ink(ink + at));
  const V32 total = hn::Set(d32, limit.total);
  const auto over = hn::Gt(sum, total);
  if (hn::AllFalse(d32, over)) return;

  const V32 black = limit.black < 0 ? hn::Zero(d32) : load_ink(inks[static_cast<std::size_t>(limit.black)] + at);
  const auto allowed = hn::BitCast(d_signed, hn::Sub(total, black));
  // If the sum is within the limit, it may be 0. Then divide by 1 instead.
  const auto colored = hn::BitCast(d_signed, hn::IfThenElse(over, hn::Sub(sum, black), hn::Set(d32, 1)));
  for (std::size_t i = 0; i < inks.size(); ++i) {
    if (static_cast<int>(i) == limit.black) continue;
    const V32 ink = load_ink(inks[i] + at);
    const auto less = reduced(hn::BitCast(d_signed, ink), allowed, colored, Sample{});
    const hn::Rebind<Sample, D32> d_sample;
    const auto result = hn::BitCast(d_signed, hn::IfThenElse(over, hn::BitCast(d32, less), ink));
    hn::StoreU(hn::DemoteTo(d_sample, result), d_sample, inks[i] + at);
  }
}

template <typename Sample>
std::int64_t limit_vectors(const InkLimit& limit, std::int64_t count, InkRows<Sample> inks) {
  std::int64_t done = 0;
  for (; done + lanes <= count; done += lanes) limit_vector(limit, done, inks);
  return done;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
