#include "separation/cpu/kernels.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>

#include "separation/alpha.h"
#include "separation/cpu/scalar.h"
#include "simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "separation/cpu/kernels.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::cpu::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
constexpr bool has_vectors = true;

// A vector of 32-bit lanes holds `lanes` pixels, or group_inks inks of each fourth of them: one pixel a 128-bit block.
using D32 = HWY_CAPPED(std::uint32_t, 16);
using V32 = hn::Vec<D32>;
constexpr D32 d32;
constexpr int lanes = static_cast<int>(hn::MaxLanes(d32));
constexpr int blocks = lanes / 4;

// The three samples of `lanes` pixels, as LittleCMS widens them to 16 bits.
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
  const hn::Rebind<std::uint16_t, D32> d16;
  hn::Vec<decltype(d16)> r, g, b;
  hn::LoadInterleaved3(d16, rgb, r, g, b);
  return {hn::PromoteTo(d32, r), hn::PromoteTo(d32, g), hn::PromoteTo(d32, b)};
}

// A sample's place along its axis of the grid, as separation::place() has it.
HWY_INLINE V32 place(V32 sample) {
  static_assert(grid_side - 1 == 1 << 5);
  return hn::Add(hn::ShiftLeft<5>(sample), hn::ShiftRight<11>(hn::Add(sample, hn::Set(d32, 1024))));
}

// The ways of some pixels through their cells: from a cell's near corner to its far one along the axes in falling order
// of the rests. They pass through memory, because their corners leave the vectors one by one: by way of the cache that
// is cheaper than by shuffles, which the compiler would choose for a single vector.
struct Paths {
  static constexpr int pixels = 8 * lanes;
  alignas(64) std::uint32_t corner[3][pixels];  // the first three corners, as nodes
  alignas(64) std::uint32_t rest[3][pixels];    // falling
};

constexpr std::uint32_t red_step = axis_steps[0], green_step = axis_steps[1], blue_step = axis_steps[2];
constexpr std::uint32_t far_corner = red_step + green_step + blue_step;

// A place's rest and the step along its axis in one number, so that they are ordered together and no two are equal.
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

// The inks of the nodes at corner[0], corner[4], corner[8] …
template <class D16>
HWY_INLINE hn::Vec<D16> load_nodes(D16 d16, GridNodes nodes, const std::uint32_t* corner) {
  if constexpr (hn::MaxLanes(D16()) == group_inks) {
    return hn::LoadU(d16, nodes + group_inks * static_cast<std::size_t>(*corner));
  } else {
    const hn::Half<D16> half;
    constexpr std::size_t half_pixels = hn::MaxLanes(half);
    return hn::Combine(d16, load_nodes(half, nodes, corner + half_pixels), load_nodes(half, nodes, corner));
  }
}

// The inks of pixels i, i + 4, i + 8 …, 16 bits in the lower half of 32-bit lanes, the upper is rubbish: LittleCMS'
// TetrahedralInterp16(), which computes in 32 bits and lets them wrap.
template <int i>
HWY_INLINE V32 interpolate(GridNodes nodes, const Paths& paths, int at) {
  const hn::Rebind<std::uint16_t, D32> d_node;
  const hn::RebindToSigned<D32> d_signed;
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

const hn::Repartition<std::uint16_t, D32> d16;
using V16 = hn::Vec<hn::Repartition<std::uint16_t, D32>>;

// 16-bit lanes: the lower halves of `even`'s and `odd`'s lanes in turn.
HWY_INLINE V16 paired(V32 even, V32 odd) {
  return hn::OddEven(hn::BitCast(d16, hn::ShiftLeft<16>(odd)), hn::BitCast(d16, even));
}

// 16 bits to 8 as LittleCMS rounds them, (v · 65281 + 2^23) >> 24; the result is in the higher byte.
HWY_INLINE V16 to_higher_byte(V16 v) {
  return hn::Add(hn::MulHigh(v, hn::Set(d16, 65281)), hn::Set(d16, 128));
}

// One vector of pixels to the same number of samples an ink, ink after ink.
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
  alignas(64) std::uint64_t first[lanes / 2], last[lanes / 2];  // four samples of inks 0 and 1, and of 2 and 3
  hn::Store(hn::BitCast(d64, hn::InterleaveLower(d32, low, high)), d64, first);
  hn::Store(hn::BitCast(d64, hn::InterleaveUpper(d32, low, high)), d64, last);
  for (int block = 0; block < blocks; ++block)
    for (int ink = 0; ink < 2; ++ink) {
      std::memcpy(inks + ink * lanes + 4 * block, first + 2 * block + ink, sizeof *first);
      std::memcpy(inks + (2 + ink) * lanes + 4 * block, last + 2 * block + ink, sizeof *last);
    }
}

// As many pixels as whole vectors hold; returns how many that are.
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

// `blocks` colours that differ in red alone: a colour's inks are a block of four 32-bit lanes.
HWY_INLINE V32 load_node(GridNodes nodes, std::uint32_t node) {
  const hn::Rebind<std::uint16_t, D32> d_node;
  const hn::Repartition<std::uint64_t, decltype(d_node)> d64;
  std::uint64_t inks = 0;
  std::memcpy(&inks, nodes + group_inks * static_cast<std::size_t>(node), sizeof inks);
  return hn::PromoteTo(d32, hn::BitCast(d_node, hn::Set(d64, inks)));
}

// The nodes of a cell's face of equal red that the ways of some colours pass: the near one, a step on, both steps on;
// and what the steps add to LittleCMS' sum.
struct Face {
  V32 near, first, both, first_sum, second_sum;
};

struct Steps {
  std::uint32_t first, second;  // along the axes of green and blue in falling order of the rests
  V32 first_rest, second_rest;
};

HWY_INLINE Face load_face(GridNodes nodes, std::uint32_t node, const Steps& steps) {
  Face face;
  face.near = load_node(nodes, node);
  face.first = load_node(nodes, node + steps.first);
  face.both = load_node(nodes, node + steps.first + steps.second);
  face.first_sum = hn::Mul(hn::Sub(face.first, face.near), steps.first_rest);
  face.second_sum = hn::Mul(hn::Sub(face.both, face.first), steps.second_rest);
  return face;
}

// A cell has 7 or 8 reds: 8 are done, and those that are not its own are done again by the next one.
constexpr int cell_reds = 8;
constexpr std::size_t row_reds = 256 + cell_reds;

// The rests of all reds, each once for each ink, and the first red of each cell.
struct Reds {
  std::array<std::uint32_t, row_reds * group_inks> rests{};
  std::array<int, grid_side> first{};

  Reds() {
    for (int red = 255; red >= 0; --red) {
      const std::uint32_t at = separation::place(static_cast<std::uint8_t>(red));
      std::fill_n(rests.begin() + red * group_inks, group_inks, at & 0xFFFF);
      first[at >> 16] = red;
    }
  }
};

// The way along which rests are passed depends on where red's is among them; in each case the sum grows with it evenly.
HWY_INLINE void interpolate_cell(const Face& near, const Face& far, const Steps& steps, const Reds& reds, int first,
                                 std::uint8_t* row) {
  const hn::RebindToSigned<D32> d_signed32;
  const hn::Rebind<std::uint8_t, D32> d8;
  const V32 round = hn::Set(d32, 0x8001);
  const V32 slope_first = hn::Sub(far.near, near.near), sum_first = hn::Add(far.first_sum, far.second_sum);
  const V32 slope_middle = hn::Sub(far.first, near.first), sum_middle = hn::Add(near.first_sum, far.second_sum);
  const V32 slope_last = hn::Sub(far.both, near.both), sum_last = hn::Add(near.first_sum, near.second_sum);
  for (int red = first; red < first + cell_reds; red += blocks) {
    const V32 rest = hn::LoadU(d32, reds.rests.data() + red * group_inks);
    const auto below_first = hn::Lt(rest, steps.first_rest), below_second = hn::Lt(rest, steps.second_rest);
    const auto choose = [&](V32 first_way, V32 middle_way, V32 last_way) {
      return hn::IfThenElse(below_second, last_way, hn::IfThenElse(below_first, middle_way, first_way));
    };
    const V32 slope = choose(slope_first, slope_middle, slope_last);
    const V32 base = hn::Add(choose(sum_first, sum_middle, sum_last), round);
    const auto sum = hn::BitCast(d_signed32, hn::Add(hn::Mul(slope, rest), base));
    const auto rounded = hn::ShiftRight<16>(hn::Add(sum, hn::ShiftRight<16>(sum)));
    const V16 inks = to_higher_byte(hn::BitCast(d16, hn::Add(near.near, hn::BitCast(d32, rounded))));
    const V32 bytes = hn::And(hn::ShiftRight<8>(hn::BitCast(d32, inks)), hn::Set(d32, 0xFF));
    hn::StoreU(hn::U8FromU32(bytes), d8, row + red * group_inks);
  }
}

bool interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries) {
  static const Reds reds;
  const std::uint32_t y = separation::place(green), z = separation::place(blue);
  const std::uint32_t node = (y >> 16) * green_step + (z >> 16) * blue_step;
  const bool green_first = (y & 0xFFFF) >= (z & 0xFFFF);
  const V32 green_rest = hn::Set(d32, y & 0xFFFF), blue_rest = hn::Set(d32, z & 0xFFFF);
  const Steps steps = green_first ? Steps{green_step, blue_step, green_rest, blue_rest}
                                  : Steps{blue_step, green_step, blue_rest, green_rest};
  alignas(64) std::array<std::uint8_t, row_reds * group_inks> row;
  Face near = load_face(nodes, node, steps);
  for (std::uint32_t cell = 0; cell + 1 < grid_side; ++cell) {
    const Face far = load_face(nodes, node + (cell + 1) * red_step, steps);
    interpolate_cell(near, far, steps, reds, reds.first[cell], row.data());
    near = far;
  }
  interpolate_cell(near, near, steps, reds, reds.first[grid_side - 1], row.data());
  std::memcpy(entries, row.data(), 256 * sizeof *entries);
  return true;
}

// One vector of pixels of four samples each, to the rows at `to`.
template <class D, typename Sample = hn::TFromD<D>>
HWY_INLINE void split(D d, const Sample* pixels, InkRows<Sample> inks, std::int64_t to) {
  hn::Vec<D> v0, v1, v2, v3;
  hn::LoadInterleaved4(d, pixels, v0, v1, v2, v3);
  hn::StoreU(v0, d, inks[0] + to);
  if (inks.size() > 1) hn::StoreU(v1, d, inks[1] + to);
  if (inks.size() > 2) hn::StoreU(v2, d, inks[2] + to);
  if (inks.size() > 3) hn::StoreU(v3, d, inks[3] + to);
}

template <typename Sample>
std::int64_t deinterleave_vectors(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) {
  const hn::ScalableTag<Sample> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) split(d, pixels + group_inks * done, inks, done);
  return done;
}

std::int64_t interleave_vectors(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) {
    const auto ink = [&](std::size_t i) { return hn::LoadU(d, inks[i] + done); };
    hn::StoreInterleaved4(ink(0), ink(1), ink(2), ink(3), d, reinterpret_cast<std::uint8_t*>(entries + done));
  }
  return done;
}

// A table of 256 entries is 16 of 16. Where a sample is in another of them, its index is beyond 127, which gives 0.
std::int64_t look_up_vectors(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  const hn::ScalableTag<std::uint8_t> d;
  const auto step = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t done = 0;
  for (; done + step <= count; done += step) {
    const auto samples = hn::LoadU(d, in + done);
    auto entries = hn::Zero(d);
    for (int part = 0; part < 256; part += 16) {
      const auto from_part = hn::Sub(samples, hn::Set(d, static_cast<std::uint8_t>(part)));
      const auto index = hn::SaturatedAdd(from_part, hn::Set(d, 128 - 16));
      entries = hn::Or(entries, hn::TableLookupBytesOr0(hn::LoadDup128(d, table + part), index));
    }
    hn::StoreU(entries, d, out + done);
  }
  return done;
}

// compose_over_paper() of `lanes` RGB pixels. Division by max is exact: (v + (v >> bits) + 1) >> bits for all that occurs.
template <typename Sample>
HWY_INLINE void compose_vector(bool associated, const Sample* rgba, Sample* rgb) {
  constexpr int bits = 8 * sizeof(Sample);
  constexpr std::uint32_t max = std::numeric_limits<Sample>::max();
  const hn::Rebind<Sample, D32> d;
  hn::Vec<decltype(d)> r, g, b, a;
  hn::LoadInterleaved4(d, rgba, r, g, b, a);
  const V32 alpha = hn::PromoteTo(d32, a);
  const V32 paper = hn::Sub(hn::Set(d32, max), alpha);
  const V32 rounded_paper = hn::Add(hn::Mul(paper, hn::Set(d32, max)), hn::Set(d32, max / 2));
  const auto composed = [&](auto sample) {
    const V32 color = hn::PromoteTo(d32, sample);
    const V32 sum = hn::Add(hn::Mul(color, alpha), rounded_paper);
    const V32 mixed = hn::ShiftRight<bits>(hn::Add(hn::Add(sum, hn::ShiftRight<bits>(sum)), hn::Set(d32, 1)));
    const V32 result = associated ? hn::Min(hn::Add(color, paper), hn::Set(d32, max)) : mixed;
    return hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<D32>(), result));
  };
  hn::StoreInterleaved3(composed(r), composed(g), composed(b), d, rgb);
}

template <typename Sample>
std::int64_t compose_vectors(bool associated, const Sample* rgba, std::int64_t count, Sample* rgb) {
  std::int64_t done = 0;
  for (; done + lanes <= count; done += lanes) compose_vector(associated, rgba + 4 * done, rgb + 3 * done);
  return done;
}

template <typename Sample>
HWY_INLINE V32 load_ink(const Sample* samples) {
  return hn::PromoteTo(d32, hn::LoadU(hn::Rebind<Sample, D32>(), samples));
}

const hn::RebindToSigned<D32> d_signed;
using Signed = hn::Vec<hn::RebindToSigned<D32>>;

// ink · allowed div sum, whole: the numerator is below 2^24 (2^53), so that a float (double) holds it exactly, and a
// quotient that is not whole is farther from the next whole number than a float (double) of its size is wrong.
HWY_INLINE Signed reduced(Signed ink, Signed allowed, Signed sum, std::uint8_t) {
  const hn::Rebind<float, D32> d;
  const auto product = hn::Mul(hn::ConvertTo(d, ink), hn::ConvertTo(d, allowed));
  return hn::ConvertTo(d_signed, hn::Div(product, hn::ConvertTo(d, sum)));
}
HWY_INLINE Signed reduced(Signed ink, Signed allowed, Signed sum, std::uint16_t) {
  const hn::Half<hn::RebindToSigned<D32>> half;
  const hn::Rebind<double, decltype(half)> d;
  const auto quotient = [&](auto i, auto a, auto s) {
    return hn::DemoteTo(half, hn::Div(hn::Mul(hn::PromoteTo(d, i), hn::PromoteTo(d, a)), hn::PromoteTo(d, s)));
  };
  const auto upper = [&](Signed v) { return hn::UpperHalf(half, v); };
  return hn::Combine(d_signed, quotient(upper(ink), upper(allowed), upper(sum)),
                     quotient(hn::LowerHalf(half, ink), hn::LowerHalf(half, allowed), hn::LowerHalf(half, sum)));
}

// limit_inks() of `lanes` pixels.
template <typename Sample>
HWY_INLINE void limit_vector(const InkLimit& limit, std::int64_t at, InkRows<Sample> inks) {
  V32 sum = hn::Zero(d32);
  for (const Sample* ink : inks) sum = hn::Add(sum, load_ink(ink + at));
  const V32 total = hn::Set(d32, limit.total);
  const auto over = hn::Gt(sum, total);
  if (hn::AllFalse(d32, over)) return;

  const V32 black = limit.black < 0 ? hn::Zero(d32) : load_ink(inks[static_cast<std::size_t>(limit.black)] + at);
  const auto allowed = hn::BitCast(d_signed, hn::Sub(total, black));
  // Where the sum is not over the limit it may be 0, and nothing shall be divided by that.
  const auto colored = hn::BitCast(d_signed, hn::IfThenElse(over, hn::Sub(sum, black), hn::Set(d32, 1)));
  for (std::size_t i = 0; i < inks.size(); ++i) {
    if (static_cast<int>(i) == limit.black) continue;
    const V32 ink = load_ink(inks[i] + at);
    const auto less = reduced(hn::BitCast(d_signed, ink), allowed, colored, Sample{});
    const hn::Rebind<Sample, D32> d_sample;
    const auto result = hn::BitCast(d_signed, hn::IfThenElse(over, hn::BitCast(d32, less), ink));
    hn::StoreU(hn::DemoteTo(d_sample, result), d_sample, inks[i] + at);
  }
}

template <typename Sample>
std::int64_t limit_vectors(const InkLimit& limit, std::int64_t count, InkRows<Sample> inks) {
  std::int64_t done = 0;
  for (; done + lanes <= count; done += lanes) limit_vector(limit, done, inks);
  return done;
}

#else  // no vectors: the loops of scalar.h do all
constexpr bool has_vectors = false;

template <typename Sample>
std::int64_t interpolate_vectors(GridNodes, const Sample*, std::int64_t, InkRows<Sample>) {
  return 0;
}
template <typename Sample>
std::int64_t deinterleave_vectors(const Sample*, std::int64_t, InkRows<Sample>) {
  return 0;
}
bool interpolate_reds(GridNodes, std::uint8_t, std::uint8_t, std::uint32_t*) {
  return false;
}
std::int64_t interleave_vectors(InkRows<const std::uint8_t>, std::int64_t, std::uint32_t*) {
  return 0;
}
std::int64_t look_up_vectors(const std::uint8_t*, const std::uint8_t*, std::int64_t, std::uint8_t*) {
  return 0;
}
template <typename Sample>
std::int64_t compose_vectors(bool, const Sample*, std::int64_t, Sample*) {
  return 0;
}
template <typename Sample>
std::int64_t limit_vectors(const InkLimit&, std::int64_t, InkRows<Sample>) {
  return 0;
}
#endif

// Highway exports no templates.
std::int64_t interpolate8(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  return interpolate_vectors(nodes, rgb, count, inks);
}
std::int64_t interpolate16(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks) {
  return interpolate_vectors(nodes, rgb, count, inks);
}
std::int64_t deinterleave8(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) {
  return deinterleave_vectors(pixels, count, inks);
}
std::int64_t deinterleave16(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks) {
  return deinterleave_vectors(pixels, count, inks);
}
std::int64_t compose8(bool associated, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb) {
  return compose_vectors(associated, rgba, count, rgb);
}
std::int64_t compose16(bool associated, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb) {
  return compose_vectors(associated, rgba, count, rgb);
}
std::int64_t limit8(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks) {
  return limit_vectors(limit, count, inks);
}
std::int64_t limit16(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks) {
  return limit_vectors(limit, count, inks);
}
const char* target_name() {
  return has_vectors ? hwy::TargetName(HWY_TARGET) : nullptr;
}

}  // namespace platerip::separation::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::separation::cpu {

HWY_EXPORT(interpolate8);
HWY_EXPORT(interpolate16);
HWY_EXPORT(interpolate_reds);
HWY_EXPORT(deinterleave8);
HWY_EXPORT(deinterleave16);
HWY_EXPORT(interleave_vectors);
HWY_EXPORT(look_up_vectors);
HWY_EXPORT(compose8);
HWY_EXPORT(compose16);
HWY_EXPORT(limit8);
HWY_EXPORT(limit16);
HWY_EXPORT(target_name);

void interpolate(GridNodes nodes, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interpolate8)(nodes, rgb, count, inks);
  scalar::interpolate(nodes, rgb, done, count, inks);
}

void interpolate(GridNodes nodes, const std::uint16_t* rgb, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interpolate16)(nodes, rgb, count, inks);
  scalar::interpolate(nodes, rgb, done, count, inks);
}

void interpolate_reds(GridNodes nodes, std::uint8_t green, std::uint8_t blue, std::uint32_t* entries) {
  if (!HWY_DYNAMIC_DISPATCH(interpolate_reds)(nodes, green, blue, entries))
    scalar::interpolate_reds(nodes, green, blue, entries);
}

void deinterleave(const std::uint8_t* pixels, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(deinterleave8)(pixels, count, inks);
  scalar::deinterleave(pixels, done, count, inks);
}

void deinterleave(const std::uint16_t* pixels, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(deinterleave16)(pixels, count, inks);
  scalar::deinterleave(pixels, done, count, inks);
}

void interleave(InkRows<const std::uint8_t> inks, std::int64_t count, std::uint32_t* entries) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(interleave_vectors)(inks, count, entries);
  scalar::interleave(inks, done, count, entries);
}

namespace {

// table_index() with one load, which reads the byte behind the pixel too.
std::uint32_t fast_table_index(const std::uint8_t* rgb) {
  if constexpr (std::endian::native != std::endian::little) return table_index(rgb);
  std::uint32_t pixel = 0;
  std::memcpy(&pixel, rgb, sizeof pixel);
  return pixel & 0xFFFFFF;
}

}  // namespace

// Not for every instruction set: where there are gathers the compiler would take them, and they are slower than this.
void look_up(const std::uint32_t* table, const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) {
  constexpr std::int64_t most = 512;
  alignas(64) std::array<std::uint32_t, most> entries;
  std::array<std::uint8_t*, group_inks> rows{};
  for (std::int64_t done = 0; done < count; done += most) {
    const std::int64_t batch = std::min(count - done, most);
    const std::uint8_t* const pixels = rgb + 3 * done;
    for (std::int64_t i = 0; i + 1 < batch; ++i) entries[i] = table[fast_table_index(pixels + 3 * i)];
    entries[batch - 1] = table[table_index(pixels + 3 * (batch - 1))];
    for (std::size_t ink = 0; ink < inks.size(); ++ink) rows[ink] = inks[ink] + done;
    deinterleave(reinterpret_cast<const std::uint8_t*>(entries.data()), batch,
                 InkRows<std::uint8_t>(rows).first(inks.size()));
  }
}

void look_up_row(const std::uint8_t* table, const std::uint8_t* in, std::int64_t count, std::uint8_t* out) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(look_up_vectors)(table, in, count, out);
  scalar::look_up_row(table, in, done, count, out);
}

void look_up_row(const std::uint16_t* table, const std::uint16_t* in, std::int64_t count, std::uint16_t* out) {
  scalar::look_up_row(table, in, 0, count, out);
}

void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint8_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(limit8)(limit, count, inks);
  scalar::limit_rows(limit, done, count, inks);
}

void limit_rows(const InkLimit& limit, std::int64_t count, InkRows<std::uint16_t> inks) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(limit16)(limit, count, inks);
  scalar::limit_rows(limit, done, count, inks);
}

void compose_rgb(Alpha alpha, const std::uint8_t* rgba, std::int64_t count, std::uint8_t* rgb) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(compose8)(alpha == Alpha::associated, rgba, count, rgb);
  compose_over_paper({profiles::ColorModel::rgb, alpha, 8}, rgba + 4 * done, rgb + 3 * done, count - done);
}

void compose_rgb(Alpha alpha, const std::uint16_t* rgba, std::int64_t count, std::uint16_t* rgb) {
  const std::int64_t done = HWY_DYNAMIC_DISPATCH(compose16)(alpha == Alpha::associated, rgba, count, rgb);
  compose_over_paper({profiles::ColorModel::rgb, alpha, 16}, rgba + 4 * done, rgb + 3 * done, count - done);
}

std::optional<std::string_view> simd_name() {
  choose_simd();
  const char* name = HWY_DYNAMIC_DISPATCH(target_name)();
  if (!name) return std::nullopt;
  return name;
}

}  // namespace platerip::separation::cpu
#endif
