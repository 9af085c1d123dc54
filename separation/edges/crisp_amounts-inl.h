// The amounts of a row's pixels, for the layouts that most pages have.
#if defined(PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#undef PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#else
#define PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Calls `one_vector` with the index of each vector's first pixel. The last vectors overlap. False: there are fewer
// pixels than lanes, and nothing is done.
template <class D, typename Function>
HWY_INLINE bool for_vectors(D d, std::int64_t count, const Function& one_vector) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  if (count < lanes) return false;
  for (std::int64_t i = 0; i + lanes < count; i += lanes) one_vector(i);
  one_vector(count - lanes);
  return true;
}

template <typename Sample>
bool gray_amounts(const Sample* gray, std::int64_t count, Sample* amounts) {
  const HWY_CAPPED(Sample, 64) d;
  return for_vectors(d, count, [&](std::int64_t i) { hn::StoreU(hn::Not(hn::LoadU(d, gray + i)), d, amounts + i); });
}

template <typename Sample>
bool rgb_amounts(const Sample* rgb, std::int64_t count, Sample* least, Sample* most) {
  const HWY_CAPPED(Sample, 64) d;
  return for_vectors(d, count, [&](std::int64_t i) {
    hn::Vec<decltype(d)> r, g, b;
    hn::LoadInterleaved3(d, rgb + 3 * i, r, g, b);
    hn::StoreU(hn::Not(hn::Max(hn::Max(r, g), b)), d, least + i);
    hn::StoreU(hn::Not(hn::Min(hn::Min(r, g), b)), d, most + i);
  });
}

template <typename Sample>
bool cmyk_amounts(const Sample* cmyk, std::int64_t count, Sample* amounts) {
  const HWY_CAPPED(Sample, 64) d;
  return for_vectors(d, count, [&](std::int64_t i) {
    hn::Vec<decltype(d)> c, m, y, k;
    hn::LoadInterleaved4(d, cmyk + 4 * i, c, m, y, k);
    hn::StoreU(k, d, amounts + i);
  });
}

}  // namespace platerip::separation::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
