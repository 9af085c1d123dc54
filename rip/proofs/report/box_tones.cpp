#include "rip/proofs/report/box_tones.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/proofs/report/box_tones.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE void tones_in(D d, const std::uint64_t* sums, double factor, std::uint16_t* tones) {
  const hn::RebindToSigned<D> d_sum;
  const hn::Rebind<std::int32_t, D> d32;
  const hn::Rebind<std::uint16_t, D> d16;
  const auto sum = hn::ConvertTo(d, hn::LoadU(d_sum, reinterpret_cast<const std::int64_t*>(sums)));
  const auto tone = hn::Add(hn::Mul(sum, hn::Set(d, factor)), hn::Set(d, 0.5));
  hn::StoreU(hn::DemoteTo(d16, hn::DemoteTo(d32, tone)), d16, tones);
}

void tones_of_boxes(std::span<const std::uint64_t> sums, double factor, std::uint16_t* tones) {
  const hn::ScalableTag<double> d;
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= sums.size(); at += hn::Lanes(d)) tones_in(d, sums.data() + at, factor, tones + at);
  for (; at < sums.size(); ++at) tones_in(hn::CappedTag<double, 1>(), sums.data() + at, factor, tones + at);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(tones_of_boxes);

void tones_of_boxes(const BoxRow& row, std::span<const std::uint64_t> sums, std::uint16_t* tones) {
  const auto tones_from = [&](std::size_t first, std::size_t count, std::int64_t width) {
    const double factor = 65535 / (static_cast<double>(width * row.height) * row.solid);
    HWY_DYNAMIC_DISPATCH(tones_of_boxes)(sums.subspan(first, count), factor, tones + first);
  };
  const std::size_t last = sums.size() - 1;
  tones_from(0, last, row.box);
  tones_from(last, 1, row.width - static_cast<std::int64_t>(last) * row.box);
}

}  // namespace platerip::rip
#endif
