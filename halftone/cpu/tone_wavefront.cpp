#include "halftone/cpu/tone_wavefront.h"

#include "base/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/tone_wavefront.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#include "halftone/cpu/band-inl.h"
#include "halftone/cpu/tone_chain-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

int tone_lanes() {
  return 0;  // no vectors: not supported
}
void run_tone(const Band&) {}

#else

int tone_lanes() {
  return vectors * static_cast<int>(hn::MaxLanes(Lanes16()));
}

void run_tone(const Band& band) {
  [&]<std::size_t... place>(std::index_sequence<place...>) {
    ((band.tone->filter == &tone_filters[place] ? run_tone_filter<place>(band) : void()), ...);
  }
  (std::make_index_sequence<tone_filters.size()>());
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(run_tone);
HWY_EXPORT(tone_lanes);

int tone_band_rows() {
  choose_simd();
  return HWY_DYNAMIC_DISPATCH(tone_lanes)();
}

void run_tone_band(const Band& band) {
  HWY_DYNAMIC_DISPATCH(run_tone)(band);
}

}  // namespace platerip::halftone::cpu
#endif
