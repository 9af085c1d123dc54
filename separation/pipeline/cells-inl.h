// LittleCMS' interpolation of 16-bit words between the nodes of any table of 3 or 4 inputs.
#if defined(PLATERIP_SEPARATION_PIPELINE_CELLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef PLATERIP_SEPARATION_PIPELINE_CELLS_INL_H_
#undef PLATERIP_SEPARATION_PIPELINE_CELLS_INL_H_
#else
#define PLATERIP_SEPARATION_PIPELINE_CELLS_INL_H_
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "separation/interpolation.h"
#include "separation/pipeline/batch.h"

HWY_BEFORE_NAMESPACE();
namespace platerip::separation::pipeline::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D32 = hn::CappedTag<std::uint32_t, 16>;
using V32 = hn::Vec<D32>;
constexpr D32 d32;
constexpr int lanes32 = static_cast<int>(hn::MaxLanes(d32));
static_assert(Batch::unit % lanes32 == 0);

// Where the pixels of a batch are in the table.
struct Places {
  template <typename T>
  using Row = std::array<T, Batch::pixels>;
  alignas(64) Row<std::uint32_t> nodes;                 // the near corners of their cells
  alignas(64) std::array<Row<std::uint32_t>, 4> rests;  // 16-bit fractions along the axes
  alignas(64) std::array<Row<std::uint32_t>, 2> turns;  // the second and third corner of a path through the cell
};

// LittleCMS' _cmsToFixedDomain(): a + (a + 32767) div 65535.
HWY_INLINE V32 place_of(V32 word, std::uint32_t cells) {
  const V32 a = hn::Mul(word, hn::Set(d32, cells));
  const V32 n = hn::Add(a, hn::Set(d32, 0x7FFF));
  return hn::Add(a, hn::ShiftRight<16>(hn::Add(n, hn::Add(hn::ShiftRight<16>(n), hn::Set(d32, 1)))));
}

HWY_INLINE void find_places(const Interpolate& step, const Batch& batch, Places& places) {
  const hn::Rebind<std::uint16_t, D32> d_word;
  for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); i += lanes32) {
    V32 nodes = hn::Zero(d32);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(step.inputs); ++axis) {
      const V32 word = hn::PromoteTo(d32, hn::Load(d_word, &batch.words[axis][i]));
      const V32 place = place_of(word, step.cells[axis]);
      hn::Store(hn::And(place, hn::Set(d32, 0xFFFF)), d32, &places.rests[axis][i]);
      nodes = hn::Add(nodes, hn::Mul(hn::ShiftRight<16>(place), hn::Set(d32, step.distances[axis])));
    }
    hn::Store(nodes, d32, &places.nodes[i]);
  }
}

// Finds the path from the near corner to the far one, along the last three axes in falling order of their fractions.
// Sorts these fractions. Keys hold a fraction and, below it, the distance along its axis, to sort the two together.
HWY_INLINE void find_paths(const Interpolate& step, int count, Places& places) {
  const auto axis = static_cast<std::size_t>(step.inputs - 3);
  const V32 low = hn::Set(d32, 0xFFFF);
  const V32 diagonal = hn::Set(d32, step.distances[axis] + step.distances[axis + 1] + step.distances[axis + 2]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); i += lanes32) {
    const auto key = [&](std::size_t k) {
      return hn::Or(hn::ShiftLeft<16>(hn::Load(d32, &places.rests[k][i])), hn::Set(d32, step.distances[k]));
    };
    const V32 x = key(axis), y = key(axis + 1), z = key(axis + 2);
    const V32 greatest = hn::Max(hn::Max(x, y), z), least = hn::Min(hn::Min(x, y), z);
    const V32 middle = hn::Xor(hn::Xor(hn::Xor(x, y), hn::Xor(z, greatest)), least);
    hn::Store(hn::ShiftRight<16>(greatest), d32, &places.rests[axis][i]);
    hn::Store(hn::ShiftRight<16>(middle), d32, &places.rests[axis + 1][i]);
    hn::Store(hn::ShiftRight<16>(least), d32, &places.rests[axis + 2][i]);
    const V32 near_corner = hn::Load(d32, &places.nodes[i]);
    hn::Store(hn::Add(near_corner, hn::And(greatest, low)), d32, &places.turns[0][i]);
    hn::Store(hn::Sub(hn::Add(near_corner, diagonal), hn::And(least, low)), d32, &places.turns[1][i]);
  }
}

using D16 = hn::Repartition<std::uint16_t, D32>;
using V16 = hn::Vec<D16>;
constexpr D16 d16;

// LittleCMS' LERP(): 16 bits of low + ((high − low) · rest + 32768) div 65536.
HWY_INLINE V16 between(V16 low, V16 high, V16 rest) {
  const V16 way = hn::Sub(high, low);
  const V16 moved = hn::Add(hn::MulHigh(way, rest), hn::ShiftRight<15>(hn::Mul(way, rest)));
  const V16 sum = hn::Add(low, moved);
  return hn::IfThenElse(hn::Lt(high, low), hn::Sub(sum, rest), sum);
}

constexpr std::size_t pair = 2 * group_inks;             // the inks of two neighbours along the third axis: 128 bits
constexpr std::size_t pairs = hn::MaxLanes(d16) / pair;  // in a vector, each of another pixel
static_assert(pairs == hn::MaxLanes(d32) / group_inks);  // so many pixels' inks are in a vector of 32 bits

// Loads `each` inks from the node at places[0], from that at places[1] and so on.
template <std::size_t each, class D>
HWY_INLINE hn::Vec<D> load_inks(D d, GridNodes nodes, const std::uint32_t* places) {
  if constexpr (hn::MaxLanes(D()) == each) {
    return hn::LoadU(d, nodes + group_inks * std::size_t{*places});
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, load_inks<each>(half, nodes, places + hn::MaxLanes(half) / each),
                       load_inks<each>(half, nodes, places));
  }
}

// Repeats the fractions of pixels i, i + 1 and so on, each in 128 bits.
template <class D>
HWY_INLINE hn::Vec<D> load_rests(D d, const Places::Row<std::uint32_t>& rests, std::size_t i) {
  const hn::Repartition<std::uint8_t, D> d8;
  constexpr std::size_t four = 4;  // fractions of 32 bits are looked up in
  alignas(64) static constexpr auto order = [] {
    std::array<std::array<std::uint8_t, 16 * pairs>, four / pairs> all{};
    for (std::size_t part = 0; part < all.size(); ++part)
      for (std::size_t byte = 0; byte < all[part].size(); ++byte)
        all[part][byte] = static_cast<std::uint8_t>(4 * (part * pairs + byte / 16) + byte % sizeof(hn::TFromD<D>));
    return all;
  }();
  const auto found = hn::BitCast(d8, hn::LoadDup128(d32, &rests[i / four * four]));
  return hn::BitCast(d, hn::TableLookupBytes(found, hn::Load(d8, order[i % four / pairs].data())));
}

// TrilinearInterp16() of a group, to interleaved inks.
HWY_INLINE void interpolate_linearly(const Interpolate& step, GridNodes nodes, int count, const Places& places,
                                     std::uint16_t* inks) {
  const hn::RepartitionToWide<D32> d64;
  const GridNodes x = nodes + group_inks * std::size_t{step.distances[0]};
  const std::size_t y = group_inks * std::size_t{step.distances[1]};
  const auto in_pairs = [&](std::size_t i) {
    const auto load = [&](GridNodes from) { return load_inks<pair>(d16, from, &places.nodes[i]); };
    const V16 rest = load_rests(d16, places.rests[0], i);
    const V16 less = between(load(nodes), load(x), rest), more = between(load(nodes + y), load(x + y), rest);
    return hn::BitCast(d64, between(less, more, load_rests(d16, places.rests[1], i)));
  };
  const auto rests = [&](std::size_t i) { return hn::BitCast(d64, load_rests(d16, places.rests[2], i)); };
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); i += 2 * pairs) {
    const auto one = in_pairs(i), other = in_pairs(i + pairs);
    const V16 less = hn::BitCast(d16, hn::ConcatEven(d64, other, one));
    const V16 more = hn::BitCast(d16, hn::ConcatOdd(d64, other, one));
    const V16 rest = hn::BitCast(d16, hn::ConcatEven(d64, rests(i + pairs), rests(i)));
    hn::Store(between(less, more, rest), d16, inks + group_inks * i);
  }
}

HWY_INLINE V32 shifted(V32 v) {
  return hn::BitCast(d32, hn::ShiftRight<16>(hn::BitCast(hn::RebindToSigned<D32>(), v)));
}

// The nodes at the near corners of pixels' cells, and the sums of their ways along the paths, weighted by the
// fractions.
struct Walk {
  V32 start, sum;
};
HWY_INLINE Walk walk(GridNodes nodes, const Places& places, std::size_t axis, std::size_t diagonal, std::size_t i) {
  const hn::Rebind<std::uint16_t, D32> d_inks;
  const auto inks = [&](GridNodes from, const Places::Row<std::uint32_t>& row) {
    return hn::PromoteTo(d32, load_inks<group_inks>(d_inks, from, &row[i]));
  };
  const auto rest = [&](std::size_t k) { return load_rests(d32, places.rests[axis + k], i); };
  const V32 c0 = inks(nodes, places.nodes), c1 = inks(nodes, places.turns[0]), c2 = inks(nodes, places.turns[1]);
  const V32 c3 = inks(nodes + group_inks * diagonal, places.nodes);
  return {c0, hn::Add(hn::Add(hn::Mul(hn::Sub(c1, c0), rest(0)), hn::Mul(hn::Sub(c2, c1), rest(1))),
                      hn::Mul(hn::Sub(c3, c2), rest(2)))};
}

HWY_INLINE void store_inks(V32 inks, std::uint16_t* to) {
  const hn::Rebind<std::uint16_t, D32> d;
  const V32 words = hn::And(inks, hn::Set(d32, 0xFFFF));
  hn::Store(hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<D32>(), words)), d, to);
}

// TetrahedralInterp16() of a group, to interleaved inks.
HWY_INLINE void interpolate_along_paths(const Interpolate& step, GridNodes nodes, int count, const Places& places,
                                        std::uint16_t* inks) {
  const std::size_t diagonal = std::size_t{step.distances[0]} + step.distances[1] + step.distances[2];
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); i += pairs) {
    const Walk way = walk(nodes, places, 0, diagonal, i);
    const V32 sum = hn::Add(way.sum, hn::Set(d32, 0x8001));
    store_inks(hn::Add(way.start, shifted(hn::Add(sum, shifted(sum)))), inks + group_inks * i);
  }
}

// Eval4Inputs() of a group, to interleaved inks: along the same path in two slices of the first input.
HWY_INLINE void interpolate_slices(const Interpolate& step, GridNodes nodes, int count, const Places& places,
                                   std::uint16_t* inks) {
  const std::size_t diagonal = std::size_t{step.distances[1]} + step.distances[2] + step.distances[3];
  const auto in_slice = [&](GridNodes slice, std::size_t i) {
    const Walk way = walk(slice, places, 1, diagonal, i);
    const V32 bias = hn::Add(hn::Set(d32, 0x7FFF), hn::ShiftRight<31>(way.sum));
    const V32 moved = shifted(hn::Add(hn::Add(way.sum, hn::Set(d32, 0x8000)), shifted(hn::Add(way.sum, bias))));
    return hn::And(hn::Add(way.start, moved), hn::Set(d32, 0xFFFF));
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); i += pairs) {
    const V32 less = in_slice(nodes, i), more = in_slice(nodes + group_inks * step.distances[0], i);
    const V32 way = hn::Mul(hn::Sub(more, less), load_rests(d32, places.rests[0], i));
    store_inks(hn::Add(less, hn::ShiftRight<16>(hn::Add(way, hn::Set(d32, 0x8000)))), inks + group_inks * i);
  }
}

void interpolate(const Interpolate& step, Batch& batch) {
  Places places;
  find_places(step, batch, places);
  if (step.way != Interpolate::Way::trilinear) find_paths(step, batch.count, places);
  alignas(64) std::array<std::uint16_t, std::size_t{group_inks} * Batch::pixels> inks;
  for (std::size_t group = 0; group < step.groups.size(); ++group) {
    const GridNodes nodes = step.groups[group].data();
    if (step.way == Interpolate::Way::trilinear)
      interpolate_linearly(step, nodes, batch.count, places, inks.data());
    else if (step.way == Interpolate::Way::tetrahedral)
      interpolate_along_paths(step, nodes, batch.count, places, inks.data());
    else
      interpolate_slices(step, nodes, batch.count, places, inks.data());
    const std::size_t first = group * group_inks;
    for (std::size_t i = 0; i < static_cast<std::size_t>(batch.count); i += hn::MaxLanes(d16)) {
      V16 v0, v1, v2, v3;
      hn::LoadInterleaved4(d16, &inks[group_inks * i], v0, v1, v2, v3);
      hn::Store(v0, d16, &batch.words[first][i]);
      hn::Store(v1, d16, &batch.words[first + 1][i]);
      hn::Store(v2, d16, &batch.words[first + 2][i]);
      hn::Store(v3, d16, &batch.words[first + 3][i]);
    }
  }
}

}  // namespace platerip::separation::pipeline::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
