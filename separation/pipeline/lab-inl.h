// From XYZ to 16-bit L*a*b*. LittleCMS calls pow() for cube roots. Here they are computed with more than enough digits
// to tell which word the result rounds to; where that is too close to call, the pixel is marked.
#if defined(PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#undef PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#else
#define PLATERIP_SEPARATION_PIPELINE_LAB_INL_H_
#endif

#include "separation/pipeline/doubt.h"
#include "separation/pipeline/lab.h"
#include "separation/pipeline/numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

// One step towards r = x^(-1/3), by the series of (1 − h)^(-1/3) for h = 1 − x·r³. It leaves a relative error of about
// 12 times the fourth power of the one before.
HWY_INLINE Single closer(Single x, Single r) {
  const auto set = [](double value) { return hn::Set(singles, static_cast<float>(value)); };
  const Single h = hn::NegMulAdd(hn::Mul(x, r), hn::Mul(r, r), set(1));
  const Single series = hn::MulAdd(h, hn::MulAdd(h, set(14.0 / 81), set(2.0 / 9)), set(1.0 / 3));
  return hn::MulAdd(r, hn::Mul(h, series), r);
}

// x^(-1/3) for numbers from 2^-20 to 2^20, with a relative error of at most 2^-15.
HWY_INLINE Single inverse_roots(Single x) {
  const hn::RebindToSigned<Singles> bits;
  // A third of the exponent, with its sign changed, is a first guess with an error of 3.6 %. It is computed without its
  // last 8 bits. Adding 2^23 makes it whole; the exponent of that is then shifted out.
  const auto exponent = hn::ConvertTo(singles, hn::ShiftRight<8>(hn::BitCast(bits, x)));
  const auto third = hn::MulAdd(exponent, hn::Set(singles, -1.0F / 3), hn::Set(singles, 1419900000.0F / 256 + 0x1p23F));
  return closer(x, hn::BitCast(singles, hn::ShiftLeft<8>(hn::BitCast(bits, third))));
}

// The cube roots of x for r = x^(-1/3), nearly: the series of (1 − h)^(-2/3) leads from x·r² to the root. Their
// relative error is less than 2^-50.
HWY_INLINE Double cube_roots(Double x, Double r) {
  const Double near = hn::Mul(x, hn::Mul(r, r));
  const Double h = hn::NegMulAdd(near, r, set(1));
  const Double series = hn::MulAdd(h, hn::MulAdd(h, set(40.0 / 81), set(5.0 / 9)), set(2.0 / 3));
  return hn::MulAdd(hn::Mul(near, h), series, near);
}

// Not in the loops, which are shorter without it.
HWY_NOINLINE void doubt_some(std::array<std::uint8_t, 8> bits, std::size_t lane_count, Batch& batch, int at) {
  for (std::size_t lane = 0; lane < lane_count; ++lane)
    if (bits[lane / 8] >> lane % 8 & 1) batch.doubtful.set(static_cast<std::size_t>(at) + lane);
}

template <class D>
HWY_INLINE void doubt(D d, hn::Mask<D> pixels, Batch& batch, int at) {
  if (hn::AllFalse(d, pixels)) return;
  std::array<std::uint8_t, 8> bits{};
  hn::StoreMaskBits(d, pixels, bits.data());
  doubt_some(bits, hn::MaxLanes(d), batch, at);
}

// Values that single precision rounds one way or the other. Most of these are the same words.
HWY_NOINLINE void doubt_words(Float least, Float greatest, std::span<const Scale> scales, Batch& batch, int at) {
  const auto words = [&](Float number) {
    for (const Scale& scale : scales) number = scaled(scale, number);
    return words_of(hn::Combine(singles, hn::Zero(floats), number));
  };
  doubt(d_words, hn::Ne(words(least), words(greatest)), batch, at);
}

// Rounds values to single precision, as the numbers of a channel, which become words by these scales.
HWY_INLINE void store_values(Double values, std::span<const Scale> scales, Batch& batch, std::size_t channel, int at) {
  const Float least = hn::DemoteTo(floats, hn::Sub(values, set(uncertainty)));
  const Float greatest = hn::DemoteTo(floats, hn::Add(values, set(uncertainty)));
  hn::Store(least, floats, &batch.numbers[channel][static_cast<std::size_t>(at)]);
  if (!hn::AllTrue(floats, hn::Eq(least, greatest))) doubt_words(least, greatest, scales, batch, at);
}

// LittleCMS' f() of a channel's shares of white, nearly. In two passes, so that the processor works on several vectors
// at a time.
HWY_INLINE void find_roots(double to_white, Batch& batch, std::size_t channel, double* roots) {
  alignas(64) std::array<float, Batch::pixels> inverses;
  const auto inverse = [&](int at) { return &inverses[static_cast<std::size_t>(at)]; };
  const Single narrow = hn::Set(singles, static_cast<float>(to_white));
  const Single most = hn::Set(singles, static_cast<float>(most_xyz * (1 - 0x1p-20)));
  for (int at = 0; at < batch.count; at += single_lanes) {
    const Single share = hn::Mul(hn::Load(singles, &batch.numbers[channel][static_cast<std::size_t>(at)]), narrow);
    hn::Store(inverse_roots(share), singles, inverse(at));
    doubt(singles, hn::Gt(hn::Abs(share), most), batch, at);
  }
  for (int at = 0; at < batch.count; at += lanes) {
    const Double share = hn::Mul(load_numbers(batch, channel, at), set(to_white));
    const Double root = cube_roots(share, hn::PromoteTo(doubles, hn::Load(floats, inverse(at))));
    const Double line = hn::MulAdd(share, set(line_rise), set(line_start));
    hn::Store(hn::IfThenElse(hn::Le(share, set(dark)), line, root), doubles, roots + at);
  }
}

void xyz_to_lab_words(const Quantize& step, Batch& batch) {
  alignas(64) std::array<std::array<double, Batch::pixels>, 3> roots;
  for (std::size_t channel = 0; channel < 3; ++channel)
    find_roots(most_encoded / (*step.white)[channel], batch, channel, roots[channel].data());
  const auto load = [&](std::size_t channel, int at) {
    return hn::Load(doubles, &roots[channel][static_cast<std::size_t>(at)]);
  };
  const auto difference = [&](std::size_t channel, int at) {
    return hn::Sub(load(channel, at), load(channel + 1, at));
  };
  for (int at = 0; at < batch.count; at += lanes) {
    store_values(hn::MulAdd(load(1, at), set(1.16), set(-0.16)), step.scales[0], batch, 0, at);
    store_values(hn::MulAdd(difference(0, at), set(a_scale), set(neutral)), step.scales[1], batch, 1, at);
    store_values(hn::MulAdd(difference(1, at), set(b_scale), set(neutral)), step.scales[2], batch, 2, at);
  }
  quantize(step, batch);
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
