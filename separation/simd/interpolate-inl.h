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

#include "separation/interpolation.h"
#include "separation/simd/ink_rows.h"
#include "separation/simd/vectors-inl.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::simd::HWY_NAMESPACE {

// The three samples of `lanes` pixels, widened to 16 bits as LittleCMS does.
struct Rgb {
  V32 r, g, b;
};

HWY_INLINE Rgb load_rgb(const std::uint8_t* rgb) {
  const hn::Rebind<std::uint8_t, D32> d8;
  hn::Vec<decltype(d8)> r, g, b;
  hn::LoadInterleaved3(d8, rgb, r, g, b);
  const auto widen = [](auto v) {
    const V32 wide = hn::PromoteTo(d32, v);
    return hn::Or(wide, hn::ShiftLeft<8>(wide));
  };
  return {widen(r), widen(g), widen(b)};
}

HWY_INLINE Rgb load_rgb(const std::uint16_t* rgb) {
  const hn::Rebind<std::uint16_t, D32> d_sample;
  hn::Vec<decltype(d_sample)> r, g, b;
  hn::LoadInterleaved3(d_sample, rgb, r, g, b);
  return {hn::PromoteTo(d32, r), hn::PromoteTo(d32, g), hn::PromoteTo(d32, b)};
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

HWY_INLINE void find_paths(const Rgb& rgb, Paths& paths, int at) {
  const V32 x = place(rgb.r), y = place(rgb.g), z = place(rgb.b);
  const V32 kx = keyed(x, red_step), ky = keyed(y, green_step), kz = keyed(z, blue_step);
  const V32 greatest = hn::Max(hn::Max(kx, ky), kz);
  const V32 least = hn::Min(hn::Min(kx, ky), kz);
  const V32 middle = hn::Xor3(hn::Xor3(kx, ky, kz), greatest, least);
  hn::Store(rest_of(greatest), d32, paths.rest[0] + at);
  hn::Store(rest_of(middle), d32, paths.rest[1] + at);
  hn::Store(rest_of(least), d32, paths.rest[2] + at);

  const auto times_side = [](V32 v) { return hn::Add(hn::ShiftLeft<5>(v), v); };
  const V32 plane = hn::Add(times_side(hn::ShiftRight<16>(x)), hn::ShiftRight<16>(y));
  const V32 near_corner = hn::Add(times_side(plane), hn::ShiftRight<16>(z));
  hn::Store(near_corner, d32, paths.corner[0] + at);
  hn::Store(hn::Add(near_corner, step_of(greatest)), d32, paths.corner[1] + at);
  hn::Store(hn::Sub(hn::Add(near_corner, hn::Set(d32, far_corner)), step_of(least)), d32, paths.corner[2] + at);
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

// The inks of pixels i, i + 4, i + 8 …, as 16 bits in the lower half of 32-bit lanes. The upper half is undefined. This
// is LittleCMS' TetrahedralInterp16(), which computes in 32 bits and lets them wrap.
template <int i>
HWY_INLINE V32 interpolate(GridNodes nodes, const Paths& paths, int at) {
  const hn::Rebind<std::uint16_t, D32> d_node;
  const auto corner = [&](GridNodes from, int k) {
    return hn::PromoteTo(d32, load_nodes(d_node, from, paths.corner[k] + at + i));
  };
  const auto rest = [&](int k) { return hn::Broadcast<i>(hn::Load(d32, paths.rest[k] + at)); };
  const V32 c0 = corner(nodes, 0), c1 = corner(nodes, 1), c2 = corner(nodes, 2);
  const V32 c3 = corner(nodes + group_inks * far_corner, 0);
  const V32 s1 = hn::Mul(hn::Sub(c1, c0), rest(0));
  const V32 s2 = hn::Mul(hn::Sub(c2, c1), rest(1));
  const V32 s3 = hn::Mul(hn::Sub(c3, c2), rest(2));
  const auto sum = hn::BitCast(d_signed, hn::Add(hn::Add(s1, s2), hn::Add(s3, hn::Set(d32, 0x8001))));
  const auto rounded = hn::ShiftRight<16>(hn::Add(sum, hn::ShiftRight<16>(sum)));
  return hn::Add(c0, hn::BitCast(d32, rounded));
}

// Combines 16-bit lanes: the lower halves of the lanes of `even` and `odd`, alternating.
HWY_INLINE V16 paired(V32 even, V32 odd) {
  return hn::OddEven(hn::BitCast(d16, hn::ShiftLeft<16>(odd)), hn::BitCast(d16, even));
}

// Interpolates one vector of pixels into the same number of samples per ink, ink after ink.
HWY_INLINE void interpolate(GridNodes nodes, const Paths& paths, int at, std::uint8_t* inks) {
  const V16 p02 = to_higher_byte(paired(interpolate<0>(nodes, paths, at), interpolate<2>(nodes, paths, at)));
  const V16 p13 = to_higher_byte(paired(interpolate<1>(nodes, paths, at), interpolate<3>(nodes, paths, at)));
  const V16 p0123 = hn::Or(hn::ShiftRight<8>(p02), hn::And(p13, hn::Set(d16, 0xFF00)));
  alignas(64) static constexpr auto by_ink = [] {
    std::array<std::int32_t, lanes> order{};
    for (int k = 0; k < lanes; ++k) order[k] = k % blocks * group_inks + k / blocks;
    return order;
  }();
  const V32 sorted = hn::TableLookupLanes(hn::BitCast(d32, p0123), hn::SetTableIndices(d32, by_ink.data()));
  hn::Store(sorted, d32, reinterpret_cast<std::uint32_t*>(inks));
}

HWY_INLINE void interpolate(GridNodes nodes, const Paths& paths, int at, std::uint16_t* inks) {
  const hn::RepartitionToWide<D32> d64;
  const V32 low = hn::BitCast(d32, paired(interpolate<0>(nodes, paths, at), interpolate<1>(nodes, paths, at)));
  const V32 high = hn::BitCast(d32, paired(interpolate<2>(nodes, paths, at), interpolate<3>(nodes, paths, at)));
  alignas(64) std::uint64_t first[lanes / 2], last[lanes / 2];  // four samples each: inks 0 and 1, and inks 2 and 3
  hn::Store(hn::BitCast(d64, hn::InterleaveLower(d32, low, high)), d64, first);
  hn::Store(hn::BitCast(d64, hn::InterleaveUpper(d32, low, high)), d64, last);
  for (int block = 0; block < blocks; ++block)
    for (int ink = 0; ink < 2; ++ink) {
      std::memcpy(inks + ink * lanes + 4 * block, first + 2 * block + ink, sizeof *first);
      std::memcpy(inks + (2 + ink) * lanes + 4 * block, last + 2 * block + ink, sizeof *last);
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
      interpolate(nodes, paths, at, result);
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
