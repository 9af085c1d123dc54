// LittleCMS' interpolation between the nodes of its grid, for several pixels at a time.
#if defined(PLATERIP_SEPARATION_SIMD_INTERPOLATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_SIMD_INTERPOLATE_INL_H_
#undef PLATERIP_SEPARATION_SIMD_INTERPOLATE_INL_H_
#else
#define PLATERIP_SEPARATION_SIMD_INTERPOLATE_INL_H_
#endif

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "separation/interpolation.h"
#include "separation/simd/ink_rows.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

// The three samples of `lanes` pixels, widened to 16 bits as LittleCMS does.
struct Rgb {
  V32 r, g, b;
};

// Samples as LittleCMS' 16-bit samples.
HWY_INLINE V32 widen(hn::Vec<hn::Rebind<std::uint8_t, D32>> samples) {
  const V32 wide = hn::PromoteTo(d32, samples);
  return hn::Or(wide, hn::ShiftLeft<8>(wide));
}
HWY_INLINE V32 widen(hn::Vec<hn::Rebind<std::uint16_t, D32>> samples) {
  return hn::PromoteTo(d32, samples);
}

template <typename Sample>
HWY_INLINE Rgb load_rgb(const Sample* rgb) {
  const hn::Rebind<Sample, D32> d_sample;
  hn::Vec<decltype(d_sample)> r, g, b;
  hn::LoadInterleaved3(d_sample, rgb, r, g, b);
  return {widen(r), widen(g), widen(b)};
}

// separation::place() for a vector.
HWY_INLINE V32 place(V32 sample) {
  static_assert(grid_side - 1 == 1 << 5);
  return hn::Add(hn::ShiftLeft<5>(sample), hn::ShiftRight<11>(hn::Add(sample, hn::Set(d32, 1024))));
}

// The paths of some pixels through their cells, from the near corner to the far one, along the axes in falling order of
// the fractions. They are stored in memory, because corners are extracted from the vectors one by one. Going through
// the cache is cheaper than the shuffles that the compiler would use.
struct Paths {
  static constexpr int pixels = 8 * lanes;
  alignas(64) std::uint32_t corner[3][pixels];  // the first three corners, as node numbers
  alignas(64) std::uint32_t rest[3][pixels];    // fractions, in falling order
};

// Packs the fraction of a position and the step along its axis into one number. So both are sorted together, and no two
// keys are equal.
HWY_INLINE V32 keyed(V32 place, std::uint32_t step) {
  return hn::Or(hn::ShiftLeft<16>(place), hn::Set(d32, step));
}
HWY_INLINE V32 rest_of(V32 key) {
  return hn::ShiftRight<16>(key);
}
HWY_INLINE V32 step_of(V32 key) {
  return hn::And(key, hn::Set(d32, 0xFFFF));
}

// Stores the paths of cells at `near_corner`, whose far corners are `far` nodes further, by the keys of their axes.
HWY_INLINE void store_paths(V32 near_corner, std::uint32_t far, V32 kx, V32 ky, V32 kz, Paths& paths, int at) {
  const V32 greatest = hn::Max(hn::Max(kx, ky), kz);
  const V32 least = hn::Min(hn::Min(kx, ky), kz);
  const V32 middle = hn::Xor3(hn::Xor3(kx, ky, kz), greatest, least);
  hn::Store(rest_of(greatest), d32, paths.rest[0] + at);
  hn::Store(rest_of(middle), d32, paths.rest[1] + at);
  hn::Store(rest_of(least), d32, paths.rest[2] + at);
  hn::Store(near_corner, d32, paths.corner[0] + at);
  hn::Store(hn::Add(near_corner, step_of(greatest)), d32, paths.corner[1] + at);
  hn::Store(hn::Sub(hn::Add(near_corner, hn::Set(d32, far)), step_of(least)), d32, paths.corner[2] + at);
}

HWY_INLINE void find_paths(const Rgb& rgb, Paths& paths, int at) {
  const V32 x = place(rgb.r), y = place(rgb.g), z = place(rgb.b);
  const auto times_side = [](V32 v) { return hn::Add(hn::ShiftLeft<5>(v), v); };
  const V32 plane = hn::Add(times_side(hn::ShiftRight<16>(x)), hn::ShiftRight<16>(y));
  const V32 near_corner = hn::Add(times_side(plane), hn::ShiftRight<16>(z));
  store_paths(near_corner, far_corner, keyed(x, red_step), keyed(y, green_step), keyed(z, blue_step), paths, at);
}

// Loads the inks of the nodes corner[0], corner[4], corner[8] …
template <class D>
HWY_INLINE hn::Vec<D> load_nodes(D d, GridNodes nodes, const std::uint32_t* corner) {
  if constexpr (hn::MaxLanes(D()) == group_inks) {
    return hn::LoadU(d, nodes + group_inks * static_cast<std::size_t>(*corner));
  } else {
    const hn::Half<D> half;
    constexpr std::size_t half_pixels = hn::MaxLanes(half);
    return hn::Combine(d, load_nodes(half, nodes, corner + half_pixels), load_nodes(half, nodes, corner));
  }
}

// The inks at the corners of the paths of pixels i, i + 4, i + 8 …
struct Corners {
  V32 c0, c1, c2, c3;
};

// `far`: how many nodes the far corner is from the near one.
template <int i>
HWY_INLINE Corners corners(GridNodes nodes, std::uint32_t far, const Paths& paths, int at) {
  const hn::Rebind<std::uint16_t, D32> d_node;
  const auto corner = [&](GridNodes from, int k) {
    return hn::PromoteTo(d32, load_nodes(d_node, from, paths.corner[k] + at + i));
  };
  return {corner(nodes, 0), corner(nodes, 1), corner(nodes, 2), corner(nodes + group_inks * far, 0)};
}

// What the way from the near corner adds: LittleCMS computes it in 32 bits and lets them wrap.
template <int i>
HWY_INLINE V32 weighted(const Corners& c, const Paths& paths, int at) {
  const auto rest = [&](int k) { return hn::Broadcast<i>(hn::Load(d32, paths.rest[k] + at)); };
  const V32 s1 = hn::Mul(hn::Sub(c.c1, c.c0), rest(0));
  const V32 s2 = hn::Mul(hn::Sub(c.c2, c.c1), rest(1));
  const V32 s3 = hn::Mul(hn::Sub(c.c3, c.c2), rest(2));
  return hn::Add(hn::Add(s1, s2), s3);
}

// The inks of pixels i, i + 4, i + 8 …, as 16 bits in the lower half of 32-bit lanes. The upper half is undefined. This
// is LittleCMS' TetrahedralInterp16().
template <int i>
HWY_INLINE V32 interpolate(GridNodes nodes, const Paths& paths, int at) {
  const Corners c = corners<i>(nodes, far_corner, paths, at);
  const auto sum = hn::BitCast(d_signed, hn::Add(weighted<i>(c, paths, at), hn::Set(d32, 0x8001)));
  const auto rounded = hn::ShiftRight<16>(hn::Add(sum, hn::ShiftRight<16>(sum)));
  return hn::Add(c.c0, hn::BitCast(d32, rounded));
}

// Combines 16-bit lanes: the lower halves of the lanes of `even` and `odd`, alternating.
HWY_INLINE V16 paired(V32 even, V32 odd) {
  return hn::OddEven(hn::BitCast(d16, hn::ShiftLeft<16>(odd)), hn::BitCast(d16, even));
}

// What interpolates the inks of pixels i, i + 4, i + 8 …: inks(Pixel<i>()).
template <int i>
using Pixel = std::integral_constant<int, i>;

// Interpolates one vector of pixels into the same number of samples per ink, ink after ink.
template <class Inks>
HWY_INLINE void store_by_ink(const Inks& inks, std::uint8_t* out) {
  const V16 p02 = to_higher_byte(paired(inks(Pixel<0>()), inks(Pixel<2>())));
  const V16 p13 = to_higher_byte(paired(inks(Pixel<1>()), inks(Pixel<3>())));
  const V16 p0123 = hn::Or(hn::ShiftRight<8>(p02), hn::And(p13, hn::Set(d16, 0xFF00)));
  alignas(64) static constexpr auto by_ink = [] {
    std::array<std::int32_t, lanes> order{};
    for (int k = 0; k < lanes; ++k) order[k] = k % blocks * group_inks + k / blocks;
    return order;
  }();
  const V32 sorted = hn::TableLookupLanes(hn::BitCast(d32, p0123), hn::SetTableIndices(d32, by_ink.data()));
  hn::Store(sorted, d32, reinterpret_cast<std::uint32_t*>(out));
}

template <class Inks>
HWY_INLINE void store_by_ink(const Inks& inks, std::uint16_t* out) {
  const hn::RepartitionToWide<D32> d64;
  const V32 low = hn::BitCast(d32, paired(inks(Pixel<0>()), inks(Pixel<1>())));
  const V32 high = hn::BitCast(d32, paired(inks(Pixel<2>()), inks(Pixel<3>())));
  alignas(64) std::uint64_t first[lanes / 2], last[lanes / 2];  // four samples each: inks 0 and 1, and inks 2 and 3
  hn::Store(hn::BitCast(d64, hn::InterleaveLower(d32, low, high)), d64, first);
  hn::Store(hn::BitCast(d64, hn::InterleaveUpper(d32, low, high)), d64, last);
  for (int block = 0; block < blocks; ++block)
    for (int ink = 0; ink < 2; ++ink) {
      std::memcpy(out + ink * lanes + 4 * block, first + 2 * block + ink, sizeof *first);
      std::memcpy(out + (2 + ink) * lanes + 4 * block, last + 2 * block + ink, sizeof *last);
    }
}

// Interpolates as many pixels as fill whole vectors, and returns their number.
template <typename Sample>
std::int64_t interpolate_vectors(GridNodes nodes, const Sample* rgb, std::int64_t count, InkRows<Sample> inks) {
  Paths paths;
  alignas(64) Sample result[group_inks * lanes];
  std::int64_t done = 0;
  while (done + lanes <= count) {
    const int batch = static_cast<int>(std::min<std::int64_t>(count - done, Paths::pixels)) / lanes * lanes;
    for (int at = 0; at < batch; at += lanes) find_paths(load_rgb(rgb + 3 * (done + at)), paths, at);
    for (int at = 0; at < batch; at += lanes) {
      const auto interpolated = [&](auto pixel) { return interpolate<pixel>(nodes, paths, at); };
      store_by_ink(interpolated, result);
      for (std::size_t ink = 0; ink < inks.size(); ++ink)
        std::memcpy(inks[ink] + done + at, result + ink * lanes, lanes * sizeof(Sample));
    }
    done += batch;
  }
  return done;
}

}  // namespace platerip::separation::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
