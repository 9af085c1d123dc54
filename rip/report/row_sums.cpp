#include "rip/report/row_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/report/row_sums.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Eight bytes, or fewer if `size` is less, and then zeros.
inline std::uint64_t load(const std::byte* at, std::size_t size) {
  std::uint64_t word = 0;
  if (size >= sizeof word)  // a copy of known size is one instruction
    std::memcpy(&word, at, sizeof word);
  else
    std::memcpy(&word, at, size);
  return word;
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
std::uint64_t sum_of_part(const RowSpan& rows, const RowPart& part, std::size_t size) {
  std::uint64_t sum = 0;
  const std::byte* at = rows.first + part.byte;
  for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride) sum += sum_of<bits>(load(at, size) & part.mask);
  return sum;
}

template <int bits>
void add_parts(const RowSpan& rows, std::size_t bytes, std::span<const RowPart> parts, std::uint64_t* sums) {
  for (const RowPart& part : parts) {
    const std::size_t size = bytes - part.byte;
    sums[part.sum] += size >= 8 ? sum_of_part<bits>(rows, part, 8) : sum_of_part<bits>(rows, part, size);
  }
}

// Highway cannot export templates.
void add_levels(const RowSpan& rows, std::size_t bytes, int bits, std::span<const RowPart> parts, std::uint64_t* sums) {
  if (bits == 1) return add_parts<1>(rows, bytes, parts, sums);
  if (bits == 2) return add_parts<2>(rows, bytes, parts, sums);
  add_parts<4>(rows, bytes, parts, sums);
}

inline auto sums_of(hn::Vec<hn::ScalableTag<std::uint8_t>> samples) {
  return hn::SumsOf8(samples);
}

inline auto sums_of(hn::Vec<hn::ScalableTag<std::uint16_t>> samples) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const hn::ScalableTag<std::uint16_t> d;
  const auto low = hn::SumsOf8(hn::BitCast(bytes, hn::And(samples, hn::Set(d, 0xff))));
  const auto high = hn::SumsOf8(hn::BitCast(bytes, hn::ShiftRight<8>(samples)));
  return hn::Add(low, hn::ShiftLeft<8>(high));
}

// Adds `count` samples of each row, which are at most a vector. Reads whole vectors if `is_inside`.
template <typename Sample>
void add_columns(const RowSpan& rows, std::int64_t column, std::size_t count, bool is_inside, BoxTone& box) {
  const hn::ScalableTag<Sample> d;
  const hn::ScalableTag<std::uint64_t> d_sum;
  const auto mask = hn::FirstN(d, count);
  const auto first = hn::Set(d, static_cast<Sample>(box.first));
  auto sums = hn::Zero(d_sum);
  auto others = hn::Zero(d);
  std::array<Sample, hn::MaxLanes(d)> last{};
  const std::byte* row = rows.first + column * static_cast<std::ptrdiff_t>(sizeof(Sample));
  for (std::int64_t y = 0; y < rows.count; ++y, row += rows.stride) {
    if (!is_inside) std::memcpy(last.data(), row, count * sizeof(Sample));
    const auto samples = hn::LoadU(d, is_inside ? reinterpret_cast<const Sample*>(row) : last.data());
    sums = hn::Add(sums, sums_of(hn::IfThenElseZero(mask, samples)));
    others = hn::Or(others, hn::IfThenElseZero(mask, hn::Xor(samples, first)));
  }
  box.sum += hn::GetLane(hn::SumOfLanes(d_sum, sums));
  box.is_flat = box.is_flat && hn::AllTrue(d, hn::Eq(others, hn::Zero(d)));
}

template <typename Sample>
void add_boxes(const RowSpan& rows, std::int64_t width, std::int64_t box, std::span<BoxTone> boxes) {
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(hn::ScalableTag<Sample>()));
  std::int64_t left = 0;
  for (BoxTone& each : boxes) {
    const std::int64_t right = std::min(width, left + box);
    for (; left < right; left += lanes) {
      const auto count = static_cast<std::size_t>(std::min(lanes, right - left));
      add_columns<Sample>(rows, left, count, left + lanes <= width, each);
    }
    left = right;
  }
}

void add_samples(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box, std::span<BoxTone> boxes) {
  if (bits == 8) return add_boxes<std::uint8_t>(rows, width, box, boxes);
  add_boxes<std::uint16_t>(rows, width, box, boxes);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(add_levels);
HWY_EXPORT(add_samples);

// Few rows at a time, which stay in the first cache while neighbouring parts read the same bytes.
constexpr std::int64_t most_rows = 16;

template <typename Task>
void in_few_rows(RowSpan rows, const Task& task) {
  for (std::int64_t left = rows.count; left > 0; left -= rows.count) {
    rows.count = std::min(left, most_rows);
    task(rows);
    rows.first += rows.count * rows.stride;
  }
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

void add_levels(const RowSpan& rows, std::size_t bytes, int bits, std::span<const RowPart> parts,
                std::span<std::uint64_t> sums) {
  in_few_rows(rows, [&](const RowSpan& few) {
    HWY_DYNAMIC_DISPATCH(add_levels)(few, bytes, bits, parts, sums.data());
  });
}

void add_samples(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box, std::span<BoxTone> boxes) {
  in_few_rows(rows, [&](const RowSpan& few) { HWY_DYNAMIC_DISPATCH(add_samples)(few, bits, width, box, boxes); });
}

}  // namespace platerip::rip
#endif
