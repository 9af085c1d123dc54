// From XYZ to 16-bit L*a*b*. LittleCMS calls pow() for cube roots. Here they are computed with more than enough digits
// to tell which word the result rounds to; where that is too close to call, the pixel is marked.
#if defined(PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#undef PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#else
#define PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#endif

#include "separation/pipeline/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

// Bounds the difference between a number computed here and LittleCMS', before it is rounded to single precision. Both
// are within 2^-42 of the true one for XYZ up to `most_xyz` times white.
constexpr double uncertainty = 0x1p-40;
constexpr double most_xyz = 8;

// One step towards r = x^(-1/3), by the series of (1 − h)^(-1/3) for h = 1 − x·r³. It leaves a relative error of about
// 12 times the fourth power of the one before.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V closer(D d, V x, V r) {
  using T = hn::TFromD<D>;
  const V h = hn::NegMulAdd(hn::Mul(x, r), hn::Mul(r, r), hn::Set(d, T{1}));
  const V series =
      hn::MulAdd(h, hn::MulAdd(h, hn::Set(d, T(14.0 / 81)), hn::Set(d, T(2.0 / 9))), hn::Set(d, T(1.0 / 3)));
  return hn::MulAdd(r, hn::Mul(h, series), r);
}

// The cube root of numbers from 2^-20 to 2^20. Its relative error is less than 2^-50.
HWY_INLINE Double cube_root(Double x) {
  const hn::Rebind<std::int32_t, Doubles> bits;
  const Float narrow = hn::DemoteTo(floats, x);
  // A third of the exponent, with its sign changed, is a first guess with an error of 3.6 %.
  const Float exponent = hn::ConvertTo(floats, hn::BitCast(bits, narrow));
  const Float third = hn::MulAdd(exponent, hn::Set(floats, -1.0F / 3), hn::Set(floats, 1419900000.0F));
  const Float guess = closer(floats, narrow, hn::BitCast(floats, hn::ConvertTo(bits, third)));
  const Double r = closer(doubles, x, hn::PromoteTo(doubles, guess));
  return hn::Mul(hn::Mul(x, r), r);
}

// LittleCMS' f(), nearly.
HWY_INLINE Double root_or_line(Double t) {
  const auto is_dark = hn::Le(t, set(24.0 / 116 * (24.0 / 116) * (24.0 / 116)));
  return hn::IfThenElse(is_dark, hn::MulAdd(t, set(841.0 / 108), set(16.0 / 116)), cube_root(t));
}

template <class Mask>
HWY_INLINE void doubt(Mask pixels, Batch& batch, int at) {
  if (hn::AllFalse(doubles, pixels)) return;
  std::array<std::uint8_t, 8> bits{};
  hn::StoreMaskBits(doubles, pixels, bits.data());
  for (int lane = 0; lane < lanes; ++lane)
    if (bits[0] >> lane & 1) batch.doubtful.set(static_cast<std::size_t>(at + lane));
}

// Rounds values to single precision and to words.
HWY_INLINE void quantize_values(Double values, std::span<const Scale> scales, Batch& batch, std::size_t channel,
                                int at) {
  const Float least = hn::DemoteTo(floats, hn::Sub(values, set(uncertainty)));
  const Float greatest = hn::DemoteTo(floats, hn::Add(values, set(uncertainty)));
  const Words words = words_of(least, scales);
  store_words(words, batch, channel, at);
  if (hn::AllTrue(floats, hn::Eq(least, greatest))) return;
  doubt(hn::RebindMask(doubles, hn::Ne(words, words_of(greatest, scales))), batch, at);
}

// In two passes, so that the processor works on several vectors at a time.
void xyz_to_lab_words(const Quantize& step, Batch& batch) {
  constexpr double most_encoded = 1.0 + 32767.0 / 32768.0;
  alignas(64) std::array<std::array<double, Batch::pixels>, 3> roots;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const Double factor = set(most_encoded / (*step.white)[channel]);
    for (int at = 0; at < batch.count; at += lanes) {
      const Double t = hn::Mul(load_numbers(batch, channel, at), factor);
      hn::Store(root_or_line(t), doubles, &roots[channel][static_cast<std::size_t>(at)]);
      doubt(hn::Not(hn::Le(hn::Abs(t), set(most_xyz))), batch, at);
    }
  }
  const auto root = [&](std::size_t channel, int at) {
    return hn::Load(doubles, &roots[channel][static_cast<std::size_t>(at)]);
  };
  const auto difference = [&](std::size_t channel, int at) {
    return hn::Sub(root(channel, at), root(channel + 1, at));
  };
  for (int at = 0; at < batch.count; at += lanes)
    quantize_values(hn::MulAdd(root(1, at), set(1.16), set(-0.16)), step.scales[0], batch, 0, at);
  for (int at = 0; at < batch.count; at += lanes)
    quantize_values(hn::MulAdd(difference(0, at), set(500.0 / 255), set(128.0 / 255)), step.scales[1], batch, 1, at);
  for (int at = 0; at < batch.count; at += lanes)
    quantize_values(hn::MulAdd(difference(1, at), set(200.0 / 255), set(128.0 / 255)), step.scales[2], batch, 2, at);
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
