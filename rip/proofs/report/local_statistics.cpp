#include "rip/proofs/report/local_statistics.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/proofs/report/local_statistics.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE void keep_edges_in(D d, const LocalStatistics& windows, std::size_t at, std::uint16_t* out) {
  const hn::Rebind<std::int32_t, D> d32;
  const hn::Rebind<std::uint16_t, D> d16;
  const auto sum = hn::LoadU(d32, reinterpret_cast<const std::int32_t*>(windows.sums + at));
  const auto share = hn::Set(d, windows.share), grain = hn::Set(d, windows.grain);
  const auto mean = hn::Mul(hn::PromoteTo(d, sum), share);
  const auto variance = hn::Sub(hn::Mul(hn::LoadU(d, windows.squares + at), share), hn::Mul(mean, mean));
  const auto of_edge = hn::Sub(hn::Set(d, 1.0), hn::Div(grain, variance));
  const auto edge = hn::IfThenElseZero(hn::Gt(variance, grain), of_edge);
  const auto tone = hn::PromoteTo(d, hn::PromoteTo(d32, hn::LoadU(d16, windows.tones + at)));
  const auto kept = hn::Add(hn::Add(mean, hn::Mul(edge, hn::Sub(tone, mean))), hn::Set(d, 0.5));
  hn::StoreU(hn::DemoteTo(d16, hn::DemoteTo(d32, kept)), d16, out + at);
}

void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out) {
  const hn::ScalableTag<double> d;
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= count; at += hn::Lanes(d)) keep_edges_in(d, windows, at, out);
  for (; at < count; ++at) keep_edges_in(hn::CappedTag<double, 1>(), windows, at, out);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {

HWY_EXPORT(keep_edges);

void keep_edges(const LocalStatistics& windows, std::size_t count, std::uint16_t* out) {
  HWY_DYNAMIC_DISPATCH(keep_edges)(windows, count, out);
}

}  // namespace platerip::rip
#endif
