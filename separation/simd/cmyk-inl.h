// LittleCMS' interpolation of CMYK, for several pixels at a time.
#if defined(PLATERIP_SEPARATION_SIMD_CMYK_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#undef PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_CMYK_INL_H_
#endif

#include <algorithm>
#include <cstring>

#include "separation/cmyk_interpolation.h"
#include "separation/simd/interpolate-inl.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

constexpr std::uint32_t far_in_slice = cmyk_steps[1] + cmyk_steps[2] + cmyk_steps[3];

// Paths in the slices of less cyan.
struct CmykPaths : Paths {
  alignas(64) std::uint32_t cyan[pixels];  // the fractions between the slices
};

// cmyk_path_of() for `lanes` pixels.
template <typename Sample>
HWY_INLINE void find_paths(const Sample* cmyk, CmykPaths& paths, int at) {
  const hn::Rebind<Sample, D32> d_sample;
  hn::Vec<decltype(d_sample)> c, m, y, k;
  hn::LoadInterleaved4(d_sample, cmyk, c, m, y, k);
  const auto place_of = [](auto samples) {
    static_assert(cmyk_side - 1 == 1 << 4);
    const V32 sample = widen(samples);
    return hn::Add(hn::ShiftLeft<4>(sample), hn::ShiftRight<12>(hn::Add(sample, hn::Set(d32, 2048))));
  };
  const V32 pc = place_of(c), pm = place_of(m), py = place_of(y), pk = place_of(k);
  const auto times_side = [](V32 v) { return hn::Add(hn::ShiftLeft<4>(v), v); };
  const auto node = [](V32 place) { return hn::ShiftRight<16>(place); };
  const V32 of_cm = hn::Add(times_side(node(pc)), node(pm));
  const V32 near_corner = hn::Add(times_side(hn::Add(times_side(of_cm), node(py))), node(pk));
  store_paths(near_corner, far_in_slice, keyed(pm, cmyk_steps[1]), keyed(py, cmyk_steps[2]), keyed(pk, cmyk_steps[3]),
              paths, at);
  hn::Store(hn::And(pc, hn::Set(d32, 0xFFFF)), d32, paths.cyan + at);
}

// in_slice() for pixels i, i + 4, i + 8 …, with `nodes` at the slice.
template <int i>
HWY_INLINE V32 in_slice(GridNodes nodes, const CmykPaths& paths, int at) {
  const Corners c = corners<i>(nodes, far_in_slice, paths, at);
  const V32 sum = weighted<i>(c, paths, at);
  const auto shifted = [](V32 v) { return hn::BitCast(d32, hn::ShiftRight<16>(hn::BitCast(d_signed, v))); };
  const V32 bias = hn::Add(hn::Set(d32, 0x7FFF), hn::ShiftRight<31>(sum));
  const V32 rounded = shifted(hn::Add(hn::Add(sum, hn::Set(d32, 0x8000)), shifted(hn::Add(sum, bias))));
  return hn::And(hn::Add(c.c0, rounded), hn::Set(d32, 0xFFFF));
}

// The inks of pixels i, i + 4, i + 8 …, in the lower half of 32-bit lanes.
template <int i>
HWY_INLINE V32 cmyk_inks(GridNodes nodes, const CmykPaths& paths, int at) {
  const V32 less = in_slice<i>(nodes, paths, at), more = in_slice<i>(nodes + group_inks * cmyk_steps[0], paths, at);
  const V32 cyan = hn::Broadcast<i>(hn::Load(d32, paths.cyan + at));
  return hn::Add(less, hn::ShiftRight<16>(hn::Add(hn::Mul(hn::Sub(more, less), cyan), hn::Set(d32, 0x8000))));
}

// Interpolates as many pixels as fill whole vectors, and returns their number. `take` gets the place of each vector of
// pixels and their inks, ink after ink.
template <typename Sample, typename Ink, class Take>
HWY_INLINE std::int64_t for_cmyk_vectors(GridNodes nodes, const Sample* cmyk, std::int64_t count, const Take& take) {
  CmykPaths paths;
  alignas(64) Ink inks[group_inks * lanes];
  std::int64_t done = 0;
  while (done + lanes <= count) {
    const int batch = static_cast<int>(std::min<std::int64_t>(count - done, Paths::pixels)) / lanes * lanes;
    for (int at = 0; at < batch; at += lanes) find_paths(cmyk + group_inks * (done + at), paths, at);
    for (int at = 0; at < batch; at += lanes) {
      store_by_ink([&](auto pixel) { return cmyk_inks<pixel>(nodes, paths, at); }, inks);
      take(done + at, inks);
    }
    done += batch;
  }
  return done;
}

template <typename Sample>
std::int64_t interpolate_cmyk_vectors(GridNodes nodes, const Sample* cmyk, std::int64_t count, InkRows<Sample> rows) {
  return for_cmyk_vectors<Sample, Sample>(nodes, cmyk, count, [&](std::int64_t at, const Sample* inks) {
    for (std::size_t ink = 0; ink < rows.size(); ++ink)
      std::memcpy(rows[ink] + at, inks + ink * lanes, lanes * sizeof(Sample));
  });
}

// The same to three interleaved samples.
std::int64_t cmyk_to_rgb_vectors(GridNodes nodes, const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb) {
  const hn::Rebind<std::uint8_t, D32> d;
  return for_cmyk_vectors<std::uint16_t, std::uint8_t>(nodes, cmyk, count, [&](std::int64_t at, const auto* inks) {
    const auto channel = [&](int i) { return hn::LoadU(d, inks + i * lanes); };
    hn::StoreInterleaved3(channel(0), channel(1), channel(2), d, rgb + 3 * at);
  });
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
