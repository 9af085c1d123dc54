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

// One step towards r = x^(-1/3), by the series of (1 − h)^(-1/3) for h = 1 − x·r³. It cubes the relative error.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V closer(D d, V x, V r) {
  using T = hn::TFromD<D>;
  const V h = hn::Sub(hn::Set(d, T{1}), hn::Mul(hn::Mul(x, r), hn::Mul(r, r)));
  const V series = hn::Mul(h, hn::Add(hn::Set(d, T(1.0 / 3)), hn::Mul(h, hn::Set(d, T(2.0 / 9)))));
  return hn::Add(r, hn::Mul(r, series));
}

// The cube root of numbers from 2^-20 to 2^20. Its relative error is less than 2^-50.
HWY_INLINE Double cube_root(Double x) {
  const hn::Rebind<std::int32_t, Doubles> bits;
  const Float narrow = hn::DemoteTo(floats, x);
  // A third of the exponent, with its sign changed, is a first guess with an error of 4 %.
  const Float third = hn::Mul(hn::ConvertTo(floats, hn::BitCast(bits, narrow)), hn::Set(floats, -1.0F / 3));
  Float guess = hn::BitCast(floats, hn::ConvertTo(bits, hn::Add(third, hn::Set(floats, 1419967116.0F))));
  guess = closer(floats, narrow, guess);
  guess = closer(floats, narrow, guess);
  const Double r = closer(doubles, x, hn::PromoteTo(doubles, guess));
  return hn::Mul(hn::Mul(x, r), r);
}

// LittleCMS' f(), nearly.
HWY_INLINE Double root_or_line(Double t) {
  const auto is_dark = hn::Le(t, set(24.0 / 116 * (24.0 / 116) * (24.0 / 116)));
  const Double line = hn::Add(hn::Mul(t, set(841.0 / 108)), set(16.0 / 116));
  return hn::IfThenElse(is_dark, line, cube_root(hn::IfThenElse(is_dark, set(1), t)));
}

void xyz_to_lab_words(const Quantize& step, Batch& batch) {
  const double greatest = 1.0 + 32767.0 / 32768.0;
  for (int at = 0; at < batch.count; at += lanes) {
    auto in_doubt = hn::Lt(hn::Zero(doubles), hn::Zero(doubles));  // none
    const auto root = [&](std::size_t channel) {
      const Double t = hn::Mul(load_numbers(batch, channel, at), set(greatest / (*step.white)[channel]));
      in_doubt = hn::Or(in_doubt, hn::Not(hn::Le(hn::Abs(t), set(most_xyz))));
      return root_or_line(hn::Min(t, set(most_xyz)));
    };
    const auto store = [&](Double value, std::size_t channel) {
      const Float least = hn::DemoteTo(floats, hn::Sub(value, set(uncertainty)));
      const Float greatest_value = hn::DemoteTo(floats, hn::Add(value, set(uncertainty)));
      const Double words = words_of(least, step.scales[channel]);
      store_words(words, batch, channel, at);
      if (hn::AllTrue(floats, hn::Eq(least, greatest_value))) return;
      in_doubt = hn::Or(in_doubt, hn::Ne(words, words_of(greatest_value, step.scales[channel])));
    };
    const Double x = root(0), y = root(1), z = root(2);
    store(hn::Sub(hn::Mul(y, set(1.16)), set(0.16)), 0);
    store(hn::Mul(hn::Add(hn::Mul(hn::Sub(x, y), set(500)), set(128)), set(1.0 / 255)), 1);
    store(hn::Mul(hn::Add(hn::Mul(hn::Sub(y, z), set(200)), set(128)), set(1.0 / 255)), 2);
    if (hn::AllFalse(doubles, in_doubt)) continue;
    std::array<std::uint8_t, 8> mask{};
    hn::StoreMaskBits(doubles, in_doubt, mask.data());
    for (int lane = 0; lane < lanes; ++lane)
      if (mask[0] >> lane & 1) batch.doubtful.set(static_cast<std::size_t>(at + lane));
  }
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
