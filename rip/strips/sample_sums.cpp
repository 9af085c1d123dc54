#include "rip/strips/sample_sums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/strips/sample_sums.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Sums every eight neighbouring samples over all rows and inks, as far as samples fill whole vectors. Returns the
// number of samples in a row that were summed.
std::int64_t add_eights(std::span<const RowSpan> inks, std::int64_t width, std::uint64_t* sums) {
  const hn::ScalableTag<std::uint8_t> d;
  const hn::ScalableTag<std::uint64_t> d_sum;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t x = 0;
  for (; x + lanes <= width; x += lanes) {
    auto sum = hn::Zero(d_sum);
    for (const RowSpan& rows : inks) {
      const std::byte* at = rows.first + x;
      for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride)
        sum = hn::Add(sum, hn::SumsOf8(hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(at))));
    }
    hn::StoreU(sum, d_sum, sums + x / 8);
  }
  return x;
}

// Adds the samples of some rows to the sum of each column.
void add_to_columns(const RowSpan& rows, std::span<std::uint16_t> columns) {
  const hn::ScalableTag<std::uint16_t> d;
  const hn::Rebind<std::uint8_t, decltype(d)> d_sample;
  std::size_t x = 0;
  for (; x + hn::Lanes(d) <= columns.size(); x += hn::Lanes(d)) {
    auto sum = hn::LoadU(d, columns.data() + x);
    const std::byte* at = rows.first + x;
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride)
      sum = hn::Add(sum, hn::PromoteTo(d, hn::LoadU(d_sample, reinterpret_cast<const std::uint8_t*>(at))));
    hn::StoreU(sum, d, columns.data() + x);
  }
  for (; x < columns.size(); ++x) {
    const std::byte* at = rows.first + x;
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride)
      columns[x] = static_cast<std::uint16_t>(columns[x] + std::to_integer<unsigned>(*at));
  }
}

inline auto sums_of(hn::Vec<hn::ScalableTag<std::uint16_t>> samples) {
  const hn::ScalableTag<std::uint8_t> bytes;
  const hn::ScalableTag<std::uint16_t> d;
  const auto low = hn::SumsOf8(hn::BitCast(bytes, hn::And(samples, hn::Set(d, 0xff))));
  const auto high = hn::SumsOf8(hn::BitCast(bytes, hn::ShiftRight<8>(samples)));
  return hn::Add(low, hn::ShiftLeft<8>(high));
}

// Gives the samples from `left` to `right` of each row to `take`, vector by vector. `take` also gets a mask that leaves
// out samples of the next box. Vectors that would end behind the row, at `width`, are copied first.
template <typename Sample, typename Take>
void for_vectors(const RowSpan& rows, std::int64_t left, std::int64_t right, std::int64_t width, const Take& take) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::array<Sample, hn::MaxLanes(d)> last{};
  for (; left < right; left += lanes) {
    const auto count = static_cast<std::size_t>(std::min(lanes, right - left));
    const auto mask = hn::FirstN(d, count);
    const bool is_inside = left + lanes <= width;
    const std::byte* at = rows.first + left * static_cast<std::ptrdiff_t>(sizeof(Sample));
    for (std::int64_t y = 0; y < rows.count; ++y, at += rows.stride) {
      if (!is_inside) std::memcpy(last.data(), at, count * sizeof(Sample));
      take(mask, hn::LoadU(d, is_inside ? reinterpret_cast<const Sample*>(at) : last.data()));
    }
  }
}

// For 16-bit samples.
void add_samples(std::span<const RowSpan> inks, std::int64_t width, std::int64_t box, std::span<std::uint64_t> sums) {
  const hn::ScalableTag<std::uint64_t> d_sum;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::int64_t left = static_cast<std::int64_t>(i) * box;
    auto sum = hn::Zero(d_sum);
    for (const RowSpan& rows : inks)
      for_vectors<std::uint16_t>(rows, left, std::min(width, left + box), width, [&](auto mask, auto samples) {
        sum = hn::Add(sum, sums_of(hn::IfThenElseZero(mask, samples)));
      });
    sums[i] += hn::GetLane(hn::SumOfLanes(d_sum, sum));
  }
}

// Eight bytes as one word, the first of them lowest.
inline std::uint64_t word_at(const std::uint8_t* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return std::endian::native == std::endian::little ? word : __builtin_bswap64(word);
}

template <typename Sample>
void check_boxes(const RowSpan& rows, std::int64_t width, std::int64_t box, std::span<const std::uint16_t> firsts,
                 std::uint8_t* is_flat) {
  const hn::ScalableTag<Sample> d;
  constexpr std::size_t skipped = 8;  // boxes of photographs are seldom flat
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    while (i + skipped <= firsts.size() && word_at(is_flat + i) == 0) i += skipped;
    if (i == firsts.size()) break;
    if (is_flat[i] == 0) continue;
    const std::int64_t left = static_cast<std::int64_t>(i) * box;
    const auto first = hn::Set(d, static_cast<Sample>(firsts[i]));
    auto others = hn::Zero(d);
    for_vectors<Sample>(rows, left, std::min(width, left + box), width, [&](auto mask, auto samples) {
      others = hn::Or(others, hn::IfThenElseZero(mask, hn::Xor(samples, first)));
    });
    is_flat[i] = hn::AllTrue(d, hn::Eq(others, hn::Zero(d))) ? 1 : 0;
  }
}

// Bit x says whether sample x differs from the next one. `differ` has zeros.
template <typename Sample>
void compare_neighbours(const Sample* row, std::int64_t width, std::uint8_t* differ) {
  const hn::ScalableTag<Sample> d;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  std::int64_t x = 0;
  for (; lanes % 8 == 0 && x + lanes < width; x += lanes)
    hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, row + x), hn::LoadU(d, row + x + 1)), differ + x / 8);
  for (; x + 1 < width; ++x)
    differ[x / 8] = static_cast<std::uint8_t>(differ[x / 8] | (row[x] != row[x + 1] ? 1u << x % 8 : 0u));
}

// Highway cannot export templates.
void compare_neighbours_of(const std::byte* row, int bits, std::int64_t width, std::uint8_t* differ) {
  if (bits == 8) return compare_neighbours(reinterpret_cast<const std::uint8_t*>(row), width, differ);
  compare_neighbours(reinterpret_cast<const std::uint16_t*>(row), width, differ);
}

// For as many boxes as there are lanes, from box `first` on: those in which bits are set are not flat. `begins`: where
// each of them begins, in bits after the first one.
template <class D>
HWY_INLINE void drop_in(D d, const std::uint8_t* differ, std::size_t box, hn::Vec<D> begins, std::size_t first,
                        std::uint8_t* is_flat) {
  const hn::Rebind<std::uint8_t, D> d_flat;
  const std::size_t begin = first * box;
  const auto shifts = hn::Add(begins, hn::Set(d, begin % 8));
  const auto inside =
      hn::Set(d, (std::uint64_t{1} << (box - 1)) - 1);  // the last sample's neighbour is in the next box
  const auto bits = hn::And(hn::Shr(hn::Set(d, word_at(differ + begin / 8)), shifts), inside);
  const auto even = hn::IfThenElseZero(hn::Eq(bits, hn::Zero(d)), hn::Set(d, 1));
  hn::StoreU(hn::And(hn::LoadU(d_flat, is_flat + first), hn::TruncateTo(d_flat, even)), d_flat, is_flat + first);
}

void drop_uneven(const std::uint8_t* differ, std::size_t box, std::span<std::uint8_t> is_flat) {
  const hn::CappedTag<std::uint64_t, 8> d;
  const hn::CappedTag<std::uint64_t, 1> d_one;
  alignas(64) std::array<std::uint64_t, 8> begins;
  for (std::size_t i = 0; i < begins.size(); ++i) begins[i] = i * box;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= is_flat.size(); i += hn::Lanes(d))
    drop_in(d, differ, box, hn::Load(d, begins.data()), i, is_flat.data());
  for (; i < is_flat.size(); ++i) drop_in(d_one, differ, box, hn::Zero(d_one), i, is_flat.data());
}

void check_flat(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box,
                std::span<const std::uint16_t> firsts, std::uint8_t* is_flat) {
  if (bits == 8) return check_boxes<std::uint8_t>(rows, width, box, firsts, is_flat);
  check_boxes<std::uint16_t>(rows, width, box, firsts, is_flat);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(add_to_columns);
HWY_EXPORT(add_eights);
HWY_EXPORT(add_samples);
HWY_EXPORT(compare_neighbours_of);
HWY_EXPORT(drop_uneven);
HWY_EXPORT(check_flat);

// For 8-bit samples: sums each column, and then the columns of each box.
void add_by_columns(std::span<const RowSpan> inks, std::int64_t width, std::int64_t box,
                    std::span<std::uint64_t> sums) {
  constexpr std::int64_t most = 256;  // samples whose sum fits 16 bits
  std::vector<std::uint16_t> columns(static_cast<std::size_t>(width));
  const auto add_column_sums = [&] {
    for (std::size_t i = 0, x = 0; i < sums.size(); ++i) {
      const std::size_t end = std::min(columns.size(), x + static_cast<std::size_t>(box));
      std::uint64_t sum = 0;
      for (; x < end; ++x) sum += columns[x];
      sums[i] += sum;
    }
    std::ranges::fill(columns, std::uint16_t{0});
  };
  std::int64_t summed = 0;
  const auto add = [&](const RowSpan& few) {
    if (summed + few.count > most) {
      add_column_sums();
      summed = 0;
    }
    HWY_DYNAMIC_DISPATCH(add_to_columns)(few, columns);
    summed += few.count;
  };
  for (const RowSpan& rows : inks) in_few_rows(rows, add);
  add_column_sums();
}

// For 8-bit samples, and boxes whose width is a multiple of 8.
void add_aligned(std::span<const RowSpan> inks, std::int64_t width, std::int64_t box, std::span<std::uint64_t> sums) {
  const auto eights = std::make_unique_for_overwrite<std::uint64_t[]>(static_cast<std::size_t>(width / 8));
  const std::int64_t summed = HWY_DYNAMIC_DISPATCH(add_eights)(inks, width, eights.get());
  const auto in_box = static_cast<std::size_t>(box / 8);
  const auto count = static_cast<std::size_t>(summed / 8);
  for (std::size_t i = 0, first = 0; first < count; ++i, first += in_box)
    for (std::size_t j = first; j < std::min(count, first + in_box); ++j) sums[i] += eights[j];
  for (const RowSpan& rows : inks) {
    for (std::int64_t y = 0; y < rows.count; ++y) {
      for (std::int64_t x = summed; x < width; ++x)
        sums[x / box] += static_cast<std::uint8_t>(rows.first[y * rows.stride + x]);
    }
  }
}

// For boxes of at most 7 pixels: those in which neighbours of the row differ are not flat.
void drop_uneven(const std::byte* row, int bits, std::int64_t width, std::int64_t box,
                 std::span<std::uint8_t> is_flat) {
  constexpr std::size_t behind = sizeof(std::uint64_t);  // words can be loaded from all bytes
  std::vector<std::uint8_t> differ(static_cast<std::size_t>((width + 7) / 8) + behind);
  HWY_DYNAMIC_DISPATCH(compare_neighbours_of)(row, bits, width, differ.data());
  HWY_DYNAMIC_DISPATCH(drop_uneven)(differ.data(), static_cast<std::size_t>(box), is_flat);
}

}  // namespace

void add_samples(std::span<const RowSpan> inks, int bits, std::int64_t width, std::int64_t box,
                 std::span<std::uint64_t> sums) {
  if (bits == 8 && box % 8 == 0) return add_aligned(inks, width, box, sums);
  if (bits == 8) return add_by_columns(inks, width, box, sums);
  HWY_DYNAMIC_DISPATCH(add_samples)(inks, width, box, sums);
}

void check_flat(const RowSpan& rows, int bits, std::int64_t width, std::int64_t box,
                std::span<const std::uint16_t> firsts, std::span<std::uint8_t> is_flat) {
  const auto check = [&](const RowSpan& few) {
    HWY_DYNAMIC_DISPATCH(check_flat)(few, bits, width, box, firsts, is_flat.data());
  };
  if (rows.count == 0) return;
  // The first row tells of most boxes of photographs that they are not flat.
  box < 8 ? drop_uneven(rows.first, bits, width, box, is_flat) : check({rows.first, rows.stride, 1});
  in_few_rows(rows, check);
}

}  // namespace platerip::rip
#endif
