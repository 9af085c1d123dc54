#include "rip/report/row_sums.h"

#include <algorithm>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/report/row_sums.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {

// The 64 pixels' bits from a byte on, the first in the most significant bit. Bits behind the row are 0.
inline std::uint64_t load(const std::byte* row, std::size_t bytes, std::size_t at) {
  std::uint64_t word = 0;
  if (at + sizeof word <= bytes)  // a copy of known size is one instruction
    std::memcpy(&word, row + at, sizeof word);
  else
    std::memcpy(&word, row + at, bytes - at);
  return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

// Sums the levels by bit position: each set bit b counts 2^b.
template <int bits>
std::uint64_t sum_of(std::uint64_t word) {
  constexpr std::uint64_t lowest = ~std::uint64_t{0} / ((std::uint64_t{1} << bits) - 1);
  std::uint64_t sum = 0;
  for (int bit = 0; bit < bits; ++bit) sum += static_cast<std::uint64_t>(std::popcount(word >> bit & lowest)) << bit;
  return sum;
}

template <int bits>
void add_parts(const std::byte* row, std::size_t bytes, const RowPart* parts, std::size_t count, std::uint64_t* sums) {
  for (std::size_t i = 0; i < count; ++i) {
    const RowPart& part = parts[i];
    sums[part.sum] += sum_of<bits>(load(row, bytes, part.byte) << part.left >> part.right);
  }
}

// Highway cannot export templates.
void add_levels(const std::byte* row, std::size_t bytes, int bits, const RowPart* parts, std::size_t count,
                std::uint64_t* sums) {
  if (bits == 1) return add_parts<1>(row, bytes, parts, count, sums);
  if (bits == 2) return add_parts<2>(row, bytes, parts, count, sums);
  add_parts<4>(row, bytes, parts, count, sums);
}

// The compiler makes these loops vectors.
void add_samples8(const std::uint8_t* HWY_RESTRICT row, const std::uint8_t* HWY_RESTRICT first, std::size_t count,
                  std::uint16_t* HWY_RESTRICT sums, std::uint8_t* HWY_RESTRICT changed) {
  for (std::size_t x = 0; x < count; ++x) {
    sums[x] = static_cast<std::uint16_t>(sums[x] + row[x]);
    changed[x] = static_cast<std::uint8_t>(changed[x] | (row[x] ^ first[x]));
  }
}

void add_samples16(const std::uint16_t* HWY_RESTRICT row, const std::uint16_t* HWY_RESTRICT first, std::size_t count,
                   std::uint32_t* HWY_RESTRICT sums, std::uint16_t* HWY_RESTRICT changed) {
  for (std::size_t x = 0; x < count; ++x) {
    sums[x] += row[x];
    changed[x] = static_cast<std::uint16_t>(changed[x] | (row[x] ^ first[x]));
  }
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(add_levels);
HWY_EXPORT(add_samples8);
HWY_EXPORT(add_samples16);

}  // namespace

std::vector<RowPart> row_parts(std::span<const std::int64_t> bounds, int bits) {
  std::vector<RowPart> parts;
  std::int64_t at = bounds[0] * bits;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    for (const std::int64_t end = bounds[i + 1] * bits; at < end;) {
      const std::int64_t skip = at % 8;
      const std::int64_t take = std::min(64 - skip, end - at);
      parts.push_back({static_cast<std::uint64_t>(at / 8), static_cast<std::uint32_t>(i),
                       static_cast<std::uint8_t>(skip), static_cast<std::uint8_t>(64 - take)});
      at += take;
    }
  }
  return parts;
}

void add_levels(const std::byte* row, std::size_t bytes, int bits, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums) {
  HWY_DYNAMIC_DISPATCH(add_levels)(row, bytes, bits, parts.data(), parts.size(), sums.data());
}

void add_samples(std::span<const std::uint8_t> row, std::span<const std::uint8_t> first, std::span<std::uint16_t> sums,
                 std::span<std::uint8_t> changed) {
  HWY_DYNAMIC_DISPATCH(add_samples8)(row.data(), first.data(), row.size(), sums.data(), changed.data());
}

void add_samples(std::span<const std::uint16_t> row, std::span<const std::uint16_t> first,
                 std::span<std::uint32_t> sums, std::span<std::uint16_t> changed) {
  HWY_DYNAMIC_DISPATCH(add_samples16)(row.data(), first.data(), row.size(), sums.data(), changed.data());
}

}  // namespace platerip::rip
#endif
