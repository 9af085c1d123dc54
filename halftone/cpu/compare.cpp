#include "halftone/cpu/compare.h"

#include <algorithm>
#include <cstring>

#include "base/simd.h"
#include "halftone/halftone.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "halftone/cpu/compare.cpp"
#include <hwy/foreach_target.h>
// must come after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::halftone::cpu::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

void compare8(const ComparedRow<std::uint8_t>&, int) {}  // no vectors: wavefront_supported() says so
void compare16(const ComparedRow<std::uint16_t>&, int) {}

#else

namespace hn = hwy::HWY_NAMESPACE;

template <typename Sample>
using Lanes = HWY_CAPPED(Sample, compared);

// Reverses the bits of each byte.
std::uint64_t first_pixels_highest(std::uint64_t bits) {
  bits = (bits >> 1 & 0x5555555555555555u) | (bits & 0x5555555555555555u) << 1;
  bits = (bits >> 2 & 0x3333333333333333u) | (bits & 0x3333333333333333u) << 2;
  return (bits >> 4 & 0x0F0F0F0F0F0F0F0Fu) | (bits & 0x0F0F0F0F0F0F0F0Fu) << 4;
}

// StoreMaskBits() sets the lowest bit for the first lane.
template <typename Sample>
HWY_INLINE void compare_bits(const Sample* samples, const Sample* thresholds, std::byte* pixels) {
  const Lanes<Sample> d;
  constexpr std::size_t lanes = hn::MaxLanes(Lanes<Sample>());
  static_assert(lanes % 8 == 0);
  std::uint8_t bytes[compared / 8];
  for (std::size_t i = 0; i < compared; i += lanes) {
    const auto ink = hn::Gt(hn::LoadU(d, samples + i), hn::LoadU(d, thresholds + i));
    hn::StoreMaskBits(d, ink, bytes + i / 8);
  }
  std::uint64_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  bits = first_pixels_highest(bits);
  std::memcpy(pixels, &bits, sizeof bits);
}

// a · steps, modulo 2^8 or 2^16.
template <int steps, class V>
HWY_INLINE V times(V a) {
  const V twice = hn::Add(a, a);
  if constexpr (steps == 2) return twice;
  if constexpr (steps == 3) return hn::Add(twice, a);
  static_assert(steps == 2 || steps == 3 || steps == 15);
  const V four = hn::Add(twice, twice);
  const V eight = hn::Add(four, four);
  return hn::Sub(hn::Add(eight, eight), a);
}

// With `solid` for 255 or 65535: sample · steps = below · solid + rest. As solid is −1 in the lanes' arithmetic, rest
// is sample · steps + below there.
template <int steps, typename Sample>
HWY_INLINE hn::Vec<Lanes<Sample> > levels_of(const Sample* samples, const Sample* thresholds) {
  constexpr int solid = sizeof(Sample) == 1 ? 255 : 65535;
  const Lanes<Sample> d;
  const auto sample = hn::LoadU(d, samples);
  auto below = hn::Zero(d);
  for (int k = 1; k <= steps; ++k) {
    const auto most = hn::Set(d, static_cast<Sample>((k * solid - 1) / steps));  // the greatest sample below k steps
    below = hn::Sub(below, hn::VecFromMask(d, hn::Gt(sample, most)));
  }
  const auto rest = hn::Add(times<steps>(sample), below);
  return hn::Sub(below, hn::VecFromMask(d, hn::Gt(rest, hn::LoadU(d, thresholds))));
}

// Stores lanes of less than 256 as bytes.
template <class D>
HWY_INLINE void store_bytes(D, hn::Vec<D> lanes, std::byte* to) {
  const hn::RebindToSigned<D> from;
  const hn::Rebind<std::uint8_t, D> bytes;
  hn::StoreU(hn::DemoteTo(bytes, hn::BitCast(from, lanes)), bytes, reinterpret_cast<std::uint8_t*>(to));
}

// Joins neighbours until each lane has a byte, in which the first one is highest. In a lane of twice the width, the
// first one is the lower half.
template <int bits, class D>
HWY_INLINE void pack(D d, hn::Vec<D> levels, std::byte* pixels) {
  if constexpr (bits == 8) {
    store_bytes(d, levels, pixels);
  } else {
    const hn::RepartitionToWide<D> wide;
    using Wide = hn::TFromD<decltype(wide)>;
    const auto pairs = hn::BitCast(wide, levels);
    const auto first = hn::And(pairs, hn::Set(wide, (Wide{1} << bits) - 1));
    pack<2 * bits>(wide, hn::Or(hn::ShiftLeft<bits>(first), hn::ShiftRight<4 * sizeof(Wide)>(pairs)), pixels);
  }
}

template <int steps, typename Sample>
HWY_INLINE void compare_levels(const Sample* samples, const Sample* thresholds, std::byte* pixels) {
  constexpr int bits = steps == 15 ? 4 : 2;
  const Lanes<Sample> d;
  constexpr std::size_t lanes = hn::MaxLanes(Lanes<Sample>());
  alignas(compared) std::byte levels[compared];
  for (std::size_t i = 0; i < compared; i += lanes) {
    const auto of_lanes = levels_of<steps>(samples + i, thresholds + i);
    if constexpr (sizeof(Sample) == 1) {
      hn::StoreU(of_lanes, d, reinterpret_cast<std::uint8_t*>(levels + i));
    } else {
      store_bytes(d, of_lanes, levels + i);
    }
  }
  const Lanes<std::uint8_t> bytes;
  constexpr std::size_t byte_lanes = hn::MaxLanes(Lanes<std::uint8_t>());
  for (std::size_t i = 0; i < compared; i += byte_lanes, pixels += byte_lanes * bits / 8)
    pack<bits>(bytes, hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(levels + i)), pixels);
}

template <int steps, typename Sample>
HWY_INLINE void compare_block(const Sample* samples, const Sample* thresholds, std::byte* pixels) {
  if constexpr (steps == 1) {
    compare_bits(samples, thresholds, pixels);
  } else {
    compare_levels<steps>(samples, thresholds, pixels);
  }
}

template <int steps, typename Sample>
void compare_row(const ComparedRow<Sample>& row) {
  constexpr int bits = steps == 1 ? 1 : steps < 4 ? 2 : 4;
  constexpr int block_bytes = compared * bits / 8;
  const std::int32_t advance = compared % row.tile_width;
  std::int32_t column = row.first;
  std::byte* pixels = row.pixels;
  std::int64_t x = 0;
  for (; x + compared <= row.width; x += compared, pixels += block_bytes) {
    compare_block<steps>(row.samples + x, row.thresholds + column, pixels);
    column += advance;
    if (column >= row.tile_width) column -= row.tile_width;
  }
  if (x == row.width) return;
  Sample rest[compared] = {};  // paper, which stays paper
  std::byte packed[block_bytes];
  std::copy(row.samples + x, row.samples + row.width, rest);
  compare_block<steps>(rest, row.thresholds + column, packed);
  std::memcpy(pixels, packed, static_cast<std::size_t>(((row.width - x) * bits + 7) / 8));
}

template <typename Sample>
void compare_any(const ComparedRow<Sample>& row, int levels) {
  switch (levels) {
    case 2:
      return compare_row<1>(row);
    case 3:
      return compare_row<2>(row);
    case 4:
      return compare_row<3>(row);
    case 16:
      return compare_row<15>(row);
  }
}

void compare8(const ComparedRow<std::uint8_t>& row, int levels) {
  compare_any(row, levels);
}
void compare16(const ComparedRow<std::uint16_t>& row, int levels) {
  compare_any(row, levels);
}

#endif

}  // namespace platerip::halftone::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::halftone::cpu {

HWY_EXPORT(compare8);
HWY_EXPORT(compare16);

void compare(const ComparedRow<std::uint8_t>& row, int levels) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(compare8)(row, levels);
}

void compare(const ComparedRow<std::uint16_t>& row, int levels) {
  choose_simd();
  HWY_DYNAMIC_DISPATCH(compare16)(row, levels);
}

}  // namespace platerip::halftone::cpu
#endif
