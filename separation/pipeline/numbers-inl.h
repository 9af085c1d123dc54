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

template <int inputs>
HWY_INLINE void mix_inputs(const Mix& step, Batch& batch) {
  for (int at = 0; at < batch.count; at += lanes) {
    std::array<Double, inputs> in;
    for (std::size_t i = 0; i < inputs; ++i) in[i] = load_numbers(batch, i, at);
    for (std::size_t out = 0; out < static_cast<std::size_t>(step.outputs); ++out) {
      const double* const factors = &step.factors[out * inputs];
      Double sum = hn::Mul(in[0], set(factors[0]));
      for (std::size_t i = 1; i < inputs; ++i) sum = hn::Add(sum, hn::Mul(in[i], set(factors[i])));
      if (!step.offsets.empty()) sum = hn::Add(sum, set(step.offsets[out]));
      store_numbers(sum, batch, out, at);
    }
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

// Words, in the lower 16 bits of lanes.
using Words = hn::Vec<hn::RebindToUnsigned<Doubles>>;

// Rounds to words: LittleCMS' _cmsQuickSaturateWord(), which uses the bits of a double with 16 fractional bits.
HWY_INLINE Words words_of(Double number) {
  const hn::RebindToUnsigned<Doubles> d;
  const Double word = hn::Add(hn::Mul(number, set(65535.0)), set(0.5));
  const Double within = hn::Min(hn::Max(word, hn::Zero(doubles)), set(65535.0));
  const Double fixed = hn::Add(hn::Sub(within, set(32767.0)), set(to_fixed));
  return hn::Add(hn::ShiftRight<16>(hn::BitCast(d, fixed)), hn::Set(d, 32767));
}

HWY_INLINE Words words_of(Float number, std::span<const Scale> scales) {
  Double value = hn::PromoteTo(doubles, number);
  for (const Scale& scale : scales) {
    value = hn::Mul(value, set(scale.factor));
    if (scale.offset) value = hn::Add(value, set(*scale.offset));
    value = hn::PromoteTo(doubles, hn::DemoteTo(floats, value));
  }
  return words_of(value);
}

HWY_INLINE void store_words(Words words, Batch& batch, std::size_t channel, int at) {
  const hn::Rebind<std::uint16_t, Doubles> d;
  hn::Store(hn::TruncateTo(d, words), d, &batch.words[channel][static_cast<std::size_t>(at)]);
}

void quantize(const Quantize& step, Batch& batch) {
  for (std::size_t channel = 0; channel < step.scales.size(); ++channel)
    for (int at = 0; at < batch.count; at += lanes) {
      const Float number = hn::Load(floats, &batch.numbers[channel][static_cast<std::size_t>(at)]);
      store_words(words_of(number, step.scales[channel]), batch, channel, at);
    }
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
