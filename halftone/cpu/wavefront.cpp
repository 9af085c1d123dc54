#include "halftone/cpu/wavefront.h"

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/wavefront.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/band-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

int lanes_of(const ErrorFilter&) {
  return 0;  // no vectors: not supported
}
void run(const Band&) {}

#else

void run(const Band& band) {
  with_place_of(*band.filter, [&]<std::size_t place>() { run_filter<place>(band); });
}

int lanes_of(const ErrorFilter& filter) {
  return static_cast<int>(is_narrow(filter) ? vectors * hn::MaxLanes(Lanes16()) : hn::MaxLanes(Lanes16()));
}

#endif

const char* target_name() {
  return hwy::TargetName(HWY_TARGET);
}

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run);
HWY_EXPORT(lanes_of);
HWY_EXPORT(target_name);

Status wavefront_supported() {
  if (band_rows(error_filters.front()) > 0) return {};
  return Error{"this processor has no vector instructions that it knows"};
}

int band_rows(const ErrorFilter& filter) {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(lanes_of)(filter);
}

void run_band(const Band& band) {
  HWY_DYNAMIC_DISPATCH(run)(band);
}

const char* instruction_set() {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(target_name)();
}

}  // namespace platerip::halftone::cpu
#endif
