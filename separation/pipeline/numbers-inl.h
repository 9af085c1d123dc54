// Steps that compute in double precision, in LittleCMS' order of operations.
#if defined(PLATERIP_SEPARATION_PIPELINE_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_PIPELINE_NUMBERS_INL_H_
#undef PLATERIP_SEPARATION_PIPELINE_NUMBERS_INL_H_
#else
#define PLATERIP_SEPARATION_PIPELINE_NUMBERS_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "separation/pipeline/batch.h"
#include "separation/pipeline/lab.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 8>;
using Double = hn::Vec<Doubles>;
constexpr Doubles doubles;
constexpr int lanes = static_cast<int>(hn::MaxLanes(doubles));
static_assert(Batch::unit % lanes == 0);
const hn::Rebind<float, Doubles> floats;
using Float = hn::Vec<hn::Rebind<float, Doubles>>;

HWY_INLINE Double set(double value) {
  return hn::Set(doubles, value);
}

HWY_INLINE Double load_numbers(const Batch& batch, std::size_t channel, int at) {
  return hn::PromoteTo(doubles, hn::Load(floats, &batch.numbers[channel][static_cast<std::size_t>(at)]));
}
HWY_INLINE void store_numbers(Double values, Batch& batch, std::size_t channel, int at) {
  hn::Store(hn::DemoteTo(floats, values), floats, &batch.numbers[channel][static_cast<std::size_t>(at)]);
}

HWY_INLINE Float scaled(const Scale& scale, Float number) {
  const Double product = hn::Mul(hn::PromoteTo(doubles, number), set(scale.factor));
  return hn::DemoteTo(floats, scale.offset ? hn::Add(product, set(*scale.offset)) : product);
}

HWY_INLINE void scale_numbers(const Scale& scale, Batch& batch, std::size_t channel) {
  for (int at = 0; at < batch.count; at += lanes) {
    float* const numbers = &batch.numbers[channel][static_cast<std::size_t>(at)];
    hn::Store(scaled(scale, hn::Load(floats, numbers)), floats, numbers);
  }
}

void scale(const ScaleNumbers& step, Batch& batch) {
  for (std::size_t channel = 0; channel < step.scales.size(); ++channel)
    scale_numbers(step.scales[channel], batch, channel);
}

// The outputs are counted when it is compiled if they are 3, so that the loop over them is unrolled.
template <std::size_t inputs, std::size_t outputs>
HWY_INLINE void mix_channels(const Mix& step, Batch& batch, std::size_t more_outputs = outputs) {
  const double* const factors = step.factors.data();
  const double* const offsets = step.offsets.empty() ? nullptr : step.offsets.data();
  for (int at = 0; at < batch.count; at += lanes) {
    std::array<Double, inputs> in;
    for (std::size_t i = 0; i < inputs; ++i) in[i] = load_numbers(batch, i, at);
    const auto mixed = [&](std::size_t out) {
      Double sum = hn::Mul(in[0], set(factors[inputs * out]));
      for (std::size_t i = 1; i < inputs; ++i) sum = hn::Add(sum, hn::Mul(in[i], set(factors[inputs * out + i])));
      return offsets ? hn::Add(sum, set(offsets[out])) : sum;
    };
    for (std::size_t out = 0; out < more_outputs; ++out) store_numbers(mixed(out), batch, out, at);
  }
}

// LittleCMS' f_1().
HWY_INLINE Double cube_or_line(Double t) {
  const Double line = hn::Mul(set(line_run), hn::Sub(t, set(line_start)));
  return hn::IfThenElse(hn::Le(t, set(dark_root)), line, hn::Mul(hn::Mul(t, t), t));
}

void lab_to_xyz(const LabToXyz& step, Batch& batch) {
  for (int at = 0; at < batch.count; at += lanes) {
    const auto centred = [&](std::size_t channel) {
      return hn::Sub(hn::Mul(load_numbers(batch, channel, at), set(255.0)), set(128.0));
    };
    const Double lightness = hn::Mul(load_numbers(batch, 0, at), set(100.0));
    const Double y = hn::Div(hn::Add(lightness, set(16.0)), set(116.0));
    const Double x = hn::Add(y, hn::Mul(set(0.002), centred(1)));
    const Double z = hn::Sub(y, hn::Mul(set(0.005), centred(2)));
    const auto store = [&](Double t, std::size_t channel) {
      store_numbers(hn::Div(hn::Mul(cube_or_line(t), set(step.white[channel])), set(most_encoded)), batch, channel, at);
    };
    store(x, 0);
    store(y, 1);
    store(z, 2);
  }
}

// Numbers of single precision that become words at once.
using Singles = hn::Repartition<float, Doubles>;
using Single = hn::Vec<Singles>;
constexpr Singles singles;
constexpr int single_lanes = static_cast<int>(hn::MaxLanes(singles));
static_assert(Batch::unit % single_lanes == 0);

// Words, in the lower 16 bits of lanes.
using DWords = hn::RebindToUnsigned<Singles>;
using Words = hn::Vec<DWords>;
constexpr DWords d_words;

// Rounds to words: LittleCMS' _cmsQuickSaturateWord(), which rounds 65535 · number + ½ to 16 fractional bits, and then
// down. In single precision, 65536 · number is exact, and so is its distance from the nearest whole number. The word is
// this whole number, or one less. What makes numbers whole is odd, so that ½ becomes 1.
HWY_INLINE Words words_of(Single number) {
  const Single within = hn::Min(hn::Max(number, hn::Zero(singles)), hn::Set(singles, 1.0F));
  const Single large = hn::Set(singles, 65536.0F), to_whole = hn::Set(singles, 0x1p23F + 1);
  const Single shifted = hn::MulAdd(within, large, to_whole);
  const Single rest = hn::MulSub(within, large, hn::Sub(shifted, to_whole));
  const auto is_less = hn::RebindMask(d_words, hn::Lt(hn::Add(rest, hn::Set(singles, 0.5F + 0x1p-17F)), within));
  const Words one = hn::Set(d_words, 1);
  const Words nearest = hn::Sub(hn::BitCast(d_words, shifted), one);
  return hn::And(hn::IfThenElse(is_less, hn::Sub(nearest, one), nearest), hn::Set(d_words, 0xFFFF));
}

HWY_INLINE void store_words(Words words, Batch& batch, std::size_t channel, int at) {
  const hn::Rebind<std::uint16_t, Singles> d;
  hn::Store(hn::TruncateTo(d, words), d, &batch.words[channel][static_cast<std::size_t>(at)]);
}

void quantize(const Quantize& step, Batch& batch) {
  for (std::size_t channel = 0; channel < step.scales.size(); ++channel) {
    for (const Scale& scale : step.scales[channel]) scale_numbers(scale, batch, channel);
    for (int at = 0; at < batch.count; at += single_lanes)
      store_words(words_of(hn::Load(singles, &batch.numbers[channel][static_cast<std::size_t>(at)])), batch, channel,
                  at);
  }
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
