#include "rip/plates/parted_plates.h"

#include <algorithm>
#include <cstring>

#include "rip/resources/threads.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/plates/parted_plates.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Pixels = std::span<const std::byte>;
using OfBits = std::array<std::uint8_t, 16>;

#if HWY_TARGET != HWY_SCALAR
// Joins each pair of bytes, of which the lowest `bits` are used, to one. (In Highway 1.0.3, TruncateTo() takes the
// wrong bytes of some vectors.)
template <int bits, class D>
hn::Vec<hn::Half<D>> joined(D /*d*/, hn::Vec<D> pixels) {
  const hn::RepartitionToWide<D> d_pair;
  const auto pairs = hn::BitCast(d_pair, pixels);
  const auto one = hn::And(hn::Or(hn::ShiftLeft<bits>(pairs), hn::ShiftRight<8>(pairs)), hn::Set(d_pair, 255));
  return hn::DemoteTo(hn::Half<D>(), hn::BitCast(hn::RebindToSigned<decltype(d_pair)>(), one));
}
#endif

// Parts as many bytes as fill whole vectors, and returns their number.
template <std::size_t bytes>
std::size_t part_vectors([[maybe_unused]] Pixels from, [[maybe_unused]] const OfBits& of_bits,
                         [[maybe_unused]] std::uint8_t* to) {
  std::size_t at = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<std::uint8_t> d;
  const hn::Half<decltype(d)> half;
  const auto table = hn::LoadDup128(d, of_bits.data());
  for (; at + hn::Lanes(d) <= from.size(); at += hn::Lanes(d), to += hn::Lanes(d) / bytes) {
    const auto pixels = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(from.data() + at));
    const auto left = hn::TableLookupBytes(table, hn::ShiftRight<4>(pixels));
    const auto right = hn::TableLookupBytes(table, hn::And(pixels, hn::Set(d, 15)));
    const auto printed = hn::Or(hn::ShiftLeft<4 / bytes>(left), right);
    if constexpr (bytes == 1) hn::StoreU(printed, d, to);
    if constexpr (bytes == 2) hn::StoreU(joined<4>(d, printed), half, to);
    if constexpr (bytes == 4) hn::StoreU(joined<4>(half, joined<2>(d, printed)), hn::Half<decltype(half)>(), to);
  }
#endif
  return at;
}

// Each printed byte has the pixels of so many halftoned `bytes`. The last may lack some of these.
template <std::size_t bytes>
void part_bytes(Pixels from, const OfBits& of_bits, std::uint8_t* to) {
  const std::size_t done = part_vectors<bytes>(from, of_bits, to);
  to += done / bytes;
  for (std::size_t at = done; at < from.size(); at += bytes) {
    std::array<std::byte, bytes> group{};
    std::ranges::copy(from.subspan(at, std::min(bytes, from.size() - at)), group.begin());
    unsigned printed = 0;
    for (const std::byte pixels : group) {
      const auto byte = std::to_integer<unsigned>(pixels);
      printed = printed << 8 / bytes | unsigned{of_bits[byte >> 4]} << 4 / bytes | of_bits[byte & 15];
    }
    *to++ = static_cast<std::uint8_t>(printed);
  }
}

// Highway cannot export templates.
void part_row(Pixels from, const OfBits& of_bits, int bytes, std::uint8_t* to) {
  if (bytes == 1) return part_bytes<1>(from, of_bits, to);
  if (bytes == 2) return part_bytes<2>(from, of_bits, to);
  return part_bytes<4>(from, of_bits, to);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(part_row);

constexpr std::int64_t wanted_bytes = 256 << 10;  // of a printed plate, so that a cache has them until they are written

std::int64_t rows_for(std::int64_t row_bytes) {
  return std::max<std::int64_t>(1, wanted_bytes / row_bytes);
}

// The printed pixels of four bits of a halftoned row.
std::array<std::uint8_t, 16> printed_pixels(const PlatePart& part, int bits, int printed_bits) {
  std::array<std::uint8_t, 16> of_bits{};
  for (unsigned four = 0; four < of_bits.size(); ++four) {
    unsigned pixels = 0;
    for (int shift = 4 - bits; shift >= 0; shift -= bits)
      pixels = pixels << printed_bits | part.level_of[four >> shift & ((1U << bits) - 1)];
    of_bits[four] = static_cast<std::uint8_t>(pixels);
  }
  return of_bits;
}

}  // namespace

PartedPlates::PartedPlates(std::span<const PlatePart> parts, std::int64_t width, int levels, int printed_levels)
    : bytes_per_byte_(halftone::plate_bits(levels) / halftone::plate_bits(printed_levels)),
      row_bytes_(static_cast<std::size_t>(halftone::plate_row_bytes(width, levels))),
      printed_row_bytes_(halftone::plate_row_bytes(width, printed_levels)),
      most_rows_(rows_for(printed_row_bytes_)),
      rows_(static_cast<std::size_t>(memory_bytes(parts.size(), width, printed_levels))) {
  for (const PlatePart& part : parts) {
    parts_.push_back(
        {part.plate, printed_pixels(part, halftone::plate_bits(levels), halftone::plate_bits(printed_levels))});
    const auto index = static_cast<std::int64_t>(printed_.size());
    printed_.push_back({rows_.data() + index * most_rows_ * printed_row_bytes_, printed_row_bytes_});
  }
}

std::int64_t PartedPlates::memory_bytes(std::size_t parts, std::int64_t width, int printed_levels) {
  const std::int64_t row_bytes = halftone::plate_row_bytes(width, printed_levels);
  return static_cast<std::int64_t>(parts) * rows_for(row_bytes) * row_bytes;
}

std::span<const halftone::Plate> PartedPlates::part(std::span<const halftone::Plate> plates, std::int64_t rows) {
  parallel_for(static_cast<int>(parts_.size()), [&](int index) {
    const Part& part = parts_[static_cast<std::size_t>(index)];
    const halftone::Plate& from = plates[part.plate];
    const halftone::Plate& to = printed_[static_cast<std::size_t>(index)];
    for (std::int64_t row = 0; row < rows; ++row)
      part_row(part, from.pixels + row * from.stride, to.pixels + row * to.stride);
  });
  return printed_;
}

void PartedPlates::part_row(const Part& part, const std::byte* from, std::byte* to) const {
  HWY_DYNAMIC_DISPATCH(part_row)
  ({from, row_bytes_}, part.of_bits, bytes_per_byte_, reinterpret_cast<std::uint8_t*>(to));
}

}  // namespace platerip::rip
#endif
