#include "rip/proofs/report/level_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>

#include "rip/proofs/report/digits.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/proofs/report/level_sums.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Loads eight bytes; if `size` is less, loads so many and fills up with zeros.
inline std::uint64_t load(const std::byte* at, std::size_t size) {
  std::uint64_t word = 0;
  if (size >= sizeof word)  // a copy of known size is one instruction
    std::memcpy(&word, at, sizeof word);
  else
    std::memcpy(&word, at, size);
  return word;
}

// A word with its first pixel in the most significant bits.
inline std::uint64_t from_first_pixel(std::uint64_t word) {
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

// Counts the pixels of each level: those in which no bit differs from it.
template <int bits>
std::uint64_t ink_of(std::uint64_t word, const LevelInk& ink) {
  constexpr std::uint64_t lowest = ~std::uint64_t{0} / ((std::uint64_t{1} << bits) - 1);
  std::uint64_t sum = 0;
  for (std::size_t level = 1; level < std::size_t{1} << bits; ++level) {
    std::uint64_t differs = word ^ lowest * level;
    for (int bit = bits / 2; bit > 0; bit /= 2) differs |= differs >> bit;
    sum += ink.of[level] * static_cast<std::uint64_t>(std::popcount(~differs & lowest));
  }
  return sum;
}

template <int bits>
std::uint64_t sum_of_part(const RowSpan& rows, const LevelInk& ink, const RowPart& part, std::size_t size) {
  std::uint64_t sum = 0;
  const std::byte* at = rows.first + part.byte;
  for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride) {
    const std::uint64_t word = load(at, size) & part.mask;
    sum += ink.even ? sum_of<bits>(word) : ink_of<bits>(word, ink);
  }
  return sum;
}

template <int bits>
void add_parts(const RowSpan& rows, std::size_t bytes, const LevelInk& ink, std::span<const RowPart> parts,
               std::uint64_t* sums) {
  for (const RowPart& part : parts) {
    const std::size_t size = bytes - part.byte;
    sums[part.sum] += size >= 8 ? sum_of_part<bits>(rows, ink, part, 8) : sum_of_part<bits>(rows, ink, part, size);
  }
}

// Highway cannot export templates.
void add_levels(const RowSpan& rows, std::size_t bytes, const LevelInk& ink, std::span<const RowPart> parts,
                std::uint64_t* sums) {
  if (ink.bits == 1) return add_parts<1>(rows, bytes, ink, parts, sums);
  if (ink.bits == 2) return add_parts<2>(rows, bytes, ink, parts, sums);
  add_parts<4>(rows, bytes, ink, parts, sums);
}

// Counts the set bits of at most 15 rows, bit by bit.
void count_digits(const RowSpan& rows, std::size_t bytes, std::byte* digits, std::size_t stride) {
  const auto count = [&](auto d, std::size_t x) {
    auto ones = hn::Zero(d), twos = ones, fours = ones, eights = ones;
    const std::byte* at = rows.first + x;
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride) {
      auto carry = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(at));
      for (auto* const digit : {&ones, &twos, &fours}) {
        const auto sum = hn::Xor(*digit, carry);
        carry = hn::And(*digit, carry);
        *digit = sum;
      }
      eights = hn::Xor(eights, carry);
    }
    auto* out = reinterpret_cast<std::uint8_t*>(digits) + x;
    for (const auto* const digit : {&ones, &twos, &fours, &eights}) {
      hn::StoreU(*digit, d, out);
      out += stride;
    }
  };
  const hn::ScalableTag<std::uint8_t> d;
  std::size_t x = 0;
  for (; x + hn::Lanes(d) <= bytes; x += hn::Lanes(d)) count(d, x);
  for (; x < bytes; ++x) count(hn::CappedTag<std::uint8_t, 1>(), x);
}

template <std::size_t count>
void add_digits(const Digits& digits, std::span<const RowPart> parts, std::uint64_t* sums) {
  for (const RowPart& part : parts) {
    std::uint64_t sum = 0;
    for (std::size_t digit = 0; digit < count; ++digit)
      sum += static_cast<std::uint64_t>(std::popcount(load(digits.of(digit) + part.byte, 8) & part.mask)) << digit;
    sums[part.sum] += sum;
  }
}

void add_parts_of_digits(const Digits& digits, std::span<const RowPart> parts, std::uint64_t* sums) {
  if (digits.count == 1) return add_digits<1>(digits, parts, sums);
  if (digits.count == 2) return add_digits<2>(digits, parts, sums);
  if (digits.count == 3) return add_digits<3>(digits, parts, sums);
  add_digits<4>(digits, parts, sums);
}

// Adds to the sums of as many boxes as there are lanes, from box `first` on. All of them lie in one word of each digit.
// `ends`: where each of them ends, in bits after the first one's beginning.
template <class D>
HWY_INLINE void add_boxes_in(D d, const Digits& digits, std::size_t box, hn::Vec<D> ends, std::size_t first,
                             std::uint64_t* sums) {
  const std::size_t begin = first * box;
  const auto shifts = hn::Sub(hn::Set(d, 64 - begin % 8), ends);
  const auto in_box = hn::Set(d, (std::uint64_t{1} << box) - 1);
  auto sum = hn::LoadU(d, sums + first);
  for (std::size_t digit = 0; digit < digits.count; ++digit) {
    const auto word = hn::Set(d, from_first_pixel(load(digits.of(digit) + begin / 8, 8)));
    const auto bits = hn::And(hn::Shr(word, shifts), in_box);
    sum = hn::Add(sum, hn::ShiftLeftSame(hn::PopulationCount(bits), static_cast<int>(digit)));
  }
  hn::StoreU(sum, d, sums + first);
}

void add_boxes(const Digits& digits, std::size_t box, std::span<std::uint64_t> sums) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::CappedTag<std::uint64_t, 1> d_one;
  alignas(64) std::array<std::uint64_t, 8> ends;
  for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = (i + 1) * box;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= sums.size(); i += hn::Lanes(d))
    add_boxes_in(d, digits, box, hn::Load(d, ends.data()), i, sums.data());
  for (; i < sums.size(); ++i) add_boxes_in(d_one, digits, box, hn::Set(d_one, box), i, sums.data());
}

void count_bits(const RowSpan& rows, std::span<std::uint8_t> counts) {
  const hn::ScalableTag<std::uint8_t> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t x = 0;
  for (; x + lanes <= counts.size(); x += lanes) {
    auto count = hn::LoadU(d, counts.data() + x);
    const std::byte* at = rows.first + x;
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride)
      count = hn::Add(count, hn::PopulationCount(hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(at))));
    hn::StoreU(count, d, counts.data() + x);
  }
  for (; x < counts.size(); ++x) {
    const std::byte* at = rows.first + x;
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride)
      counts[x] = static_cast<std::uint8_t>(counts[x] + std::popcount(static_cast<std::uint8_t>(*at)));
  }
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(add_levels);
HWY_EXPORT(count_digits);
HWY_EXPORT(add_parts_of_digits);
HWY_EXPORT(add_boxes);
HWY_EXPORT(count_bits);

// Counts the set bits of a few rows, and calls add(digits) for them. So each part of a row takes a few steps for all.
template <typename Add>
void add_bits(const RowSpan& rows, std::size_t bytes, const Add& add) {
  constexpr std::int64_t most_rows = 15;
  constexpr std::size_t most_digits = 4;
  const std::size_t stride = bytes + sizeof(std::uint64_t);
  const auto digits = std::make_unique_for_overwrite<std::byte[]>(most_digits * stride);
  for (std::size_t digit = 1; digit <= most_digits; ++digit)  // words are read to the end of the last pixel
    std::memset(&digits[digit * stride - sizeof(std::uint64_t)], 0, sizeof(std::uint64_t));
  const auto add_few = [&](const RowSpan& few) {
    HWY_DYNAMIC_DISPATCH(count_digits)(few, bytes, digits.get(), stride);
    add({digits.get(), stride, static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(few.count)))});
  };
  in_few_rows(rows, add_few, most_rows);
}

}  // namespace

std::vector<RowPart> row_parts(std::span<const std::int64_t> bounds, int bits) {
  std::vector<RowPart> parts;
  std::int64_t at = bounds[0] * bits;
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    for (const std::int64_t end = bounds[i + 1] * bits; at < end;) {
      const std::int64_t skip = at % 8;
      const std::int64_t take = std::min(64 - skip, end - at);
      const std::uint64_t mask = ~std::uint64_t{0} << (64 - take) >> skip;  // the first bit is the most significant one
      parts.push_back({static_cast<std::uint64_t>(at / 8),
                       std::endian::native == std::endian::little ? __builtin_bswap64(mask) : mask, i});
      at += take;
    }
  }
  return parts;
}

void add_levels(const RowSpan& rows, std::size_t bytes, const LevelInk& ink, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums) {
  if (ink.bits == 1 && ink.even)
    return add_bits(rows, bytes, [&](const Digits& digits) {
      HWY_DYNAMIC_DISPATCH(add_parts_of_digits)(digits, parts, sums.data());
    });
  in_few_rows(rows, [&](const RowSpan& few) { HWY_DYNAMIC_DISPATCH(add_levels)(few, bytes, ink, parts, sums.data()); });
}

void add_narrow_boxes(const RowSpan& rows, std::size_t bytes, std::int64_t box, std::span<std::uint64_t> sums) {
  add_bits(rows, bytes, [&](const Digits& digits) {
    HWY_DYNAMIC_DISPATCH(add_boxes)(digits, static_cast<std::size_t>(box), sums);
  });
}

void count_bits(const RowSpan& rows, std::span<std::uint8_t> counts) {
  HWY_DYNAMIC_DISPATCH(count_bits)(rows, counts);
}

}  // namespace platerip::rip
#endif
