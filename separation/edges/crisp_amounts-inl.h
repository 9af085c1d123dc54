// The amounts of a row's pixels, for the layouts that most pages have.
#if defined(PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#undef PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#else
#define PLATERIP_SEPARATION_EDGES_CRISP_AMOUNTS_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "separation/edges/crisp_rule.h"

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

// The least and the greatest of some samples, for each lane of a vector.
template <typename Sample>
struct LaneRanges {
  static constexpr std::size_t lanes = 64 / sizeof(Sample);
  alignas(64) std::array<Sample, lanes> least;
  alignas(64) std::array<Sample, lanes> most;
};

template <typename Sample>
LaneRanges<Sample> ranges_of(const Sample* samples, std::int64_t count) {
  const HWY_CAPPED(Sample, LaneRanges<Sample>::lanes) d;
  LaneRanges<Sample> ranges;
  auto least = hn::Set(d, std::numeric_limits<Sample>::max()), most = hn::Zero(d);
  const bool is_done = for_vectors(d, count, [&](std::int64_t i) {
    const auto v = hn::LoadU(d, samples + i);
    least = hn::Min(least, v);
    most = hn::Max(most, v);
  });
  hn::Store(is_done ? least : hn::Zero(d), d, ranges.least.data());
  hn::Store(is_done ? most : hn::Set(d, std::numeric_limits<Sample>::max()), d, ranges.most.data());
  return ranges;
}

// Whether the rule may change a pixel, if the samples of the five rows around have these ranges. Gray and rgb only:
// their amounts are between full less the greatest and full less the least sample.
template <typename Sample>
bool may_change(const CrispScale& scale, const std::array<LaneRanges<Sample>, 5>& rows) {
  const HWY_CAPPED(Sample, LaneRanges<Sample>::lanes) d;
  auto least = hn::Load(d, rows[0].least.data()), most = hn::Load(d, rows[0].most.data());
  for (const LaneRanges<Sample>& row : rows) {
    least = hn::Min(least, hn::Load(d, row.least.data()));
    most = hn::Max(most, hn::Load(d, row.most.data()));
  }
  const auto full = hn::Set(d, std::numeric_limits<Sample>::max());
  if (hn::AllTrue(d, hn::Eq(least, full)) || hn::AllTrue(d, hn::Eq(most, hn::Zero(d)))) return false;
  const auto has_dark = [&](int distance) {
    return !hn::AllFalse(d, hn::Eq(hn::Min(least, hn::Set(d, static_cast<Sample>(distance))), least));
  };
  const auto has_light = [&](int distance) {
    return !hn::AllFalse(d, hn::Eq(hn::Max(most, hn::Set(d, static_cast<Sample>(scale.full - distance))), most));
  };
  return has_dark(scale.exact()) || has_light(scale.exact()) ||
         (scale.soft && has_dark(scale.soft_near()) && has_light(scale.soft_near()));
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
