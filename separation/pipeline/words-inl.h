// Splits pixels into rows of words.
#if defined(PLATERIP_SEPARATION_PIPELINE_WORDS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_PIPELINE_WORDS_INL_H_
#undef PLATERIP_SEPARATION_PIPELINE_WORDS_INL_H_
#else
#define PLATERIP_SEPARATION_PIPELINE_WORDS_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "separation/pipeline/batch.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using DWord = hn::CappedTag<std::uint16_t, Batch::unit>;
constexpr DWord d_word;

HWY_INLINE hn::Vec<DWord> widened(hn::Vec<DWord> samples) {
  return samples;
}
HWY_INLINE hn::Vec<DWord> widened(hn::Vec<hn::Rebind<std::uint8_t, DWord>> samples) {
  const hn::Vec<DWord> wide = hn::PromoteTo(d_word, samples);
  return hn::Or(wide, hn::ShiftLeft<8>(wide));
}

// Splits `count` pixels, a multiple of the unit, into the rows from index `at`.
template <std::size_t colors, typename Sample>
HWY_INLINE void split(const Sample* pixels, std::size_t count, Batch& batch, std::size_t at) {
  const hn::Rebind<Sample, DWord> d;
  constexpr std::size_t step = hn::MaxLanes(d_word);
  for (std::size_t i = 0; i < count; i += step) {
    hn::Vec<decltype(d)> v0, v1, v2, v3;
    if constexpr (colors == 3)
      hn::LoadInterleaved3(d, pixels + colors * i, v0, v1, v2);
    else
      hn::LoadInterleaved4(d, pixels + colors * i, v0, v1, v2, v3);
    hn::Store(widened(v0), d_word, &batch.words[0][at + i]);
    hn::Store(widened(v1), d_word, &batch.words[1][at + i]);
    hn::Store(widened(v2), d_word, &batch.words[2][at + i]);
    if constexpr (colors == 4) hn::Store(widened(v3), d_word, &batch.words[3][at + i]);
  }
}

template <std::size_t colors, typename Sample>
HWY_INLINE void load_pixels(const Sample* pixels, std::size_t count, Batch& batch) {
  constexpr std::size_t unit = Batch::unit;
  const std::size_t whole = count / unit * unit;
  split<colors>(pixels, whole, batch, 0);
  batch.count = static_cast<int>(whole);
  if (whole == count) return;
  std::array<Sample, colors * unit> rest{};
  std::copy(pixels + colors * whole, pixels + colors * count, rest.begin());
  split<colors>(rest.data(), unit, batch, whole);
  batch.count += unit;
}

void load8(const std::uint8_t* pixels, std::size_t colors, std::size_t count, Batch& batch) {
  colors == 3 ? load_pixels<3>(pixels, count, batch) : load_pixels<4>(pixels, count, batch);
}
void load16(const std::uint16_t* pixels, std::size_t colors, std::size_t count, Batch& batch) {
  colors == 3 ? load_pixels<3>(pixels, count, batch) : load_pixels<4>(pixels, count, batch);
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
