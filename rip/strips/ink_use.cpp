#include "rip/strips/ink_use.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <vector>

namespace platerip::rip {
namespace {

// The ink of a level is the sum of what all sets of its bits add. So pixels need not be looked at one by one. If a
// level's ink is its number, only sets of one bit add something.
using AddedBySets = std::array<std::int64_t, halftone::max_levels>;

}  // namespace
}  // namespace platerip::rip

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rip/strips/ink_use.cpp"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace platerip::rip::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Adds the inks of a row's first pixels, as many as fill whole vectors. Returns their number.
template <typename Sample, typename Inks>
std::int64_t add_vectors(const Inks& inks, std::int64_t width, std::uint64_t& sum, std::uint32_t& most) {
  using Total = hwy::MakeWide<Sample>;
  const hn::ScalableTag<Total> d;
  const hn::Rebind<Sample, decltype(d)> d_sample;
  const auto lanes = static_cast<std::int64_t>(hn::Lanes(d));
  // The number of totals whose sum fits in a lane.
  const std::int64_t steps = hwy::LimitsMax<Total>() / (hwy::LimitsMax<Sample>() * inks.size());
  std::array<Total, hn::MaxLanes(d)> values{};
  auto greatest = hn::Zero(d);
  std::int64_t x = 0;
  while (x + lanes <= width) {
    auto totals = hn::Zero(d);
    for (const std::int64_t end = std::min(x + steps * lanes, width); x + lanes <= end; x += lanes) {
      auto total = hn::Zero(d);
      for (const Sample* ink : inks) total = hn::Add(total, hn::PromoteTo(d, hn::LoadU(d_sample, ink + x)));
      totals = hn::Add(totals, total);
      greatest = hn::Max(greatest, total);
    }
    hn::StoreU(totals, d, values.data());
    for (const Total value : values) sum += value;
  }
  hn::StoreU(greatest, d, values.data());
  for (const Total value : values) most = std::max<std::uint32_t>(most, value);
  return x;
}

// Adds what each set of bits adds to a pixel in which all of them are set.
template <int bits>
std::int64_t add_bit_sets(const std::byte* row, std::size_t bytes, const AddedBySets& added) {
  constexpr unsigned sets = 1U << bits;
  const hn::ScalableTag<std::uint64_t> d;
  constexpr std::size_t step = sizeof(std::uint64_t) * hn::MaxLanes(d);
  const auto lowest = hn::Set(d, ~std::uint64_t{0} / (sets - 1));
  hn::Vec<decltype(d)> pixels[sets], counts[sets];  // in which all bits of the set are set
  for (auto& count : counts) count = hn::Zero(d);
  for (std::size_t at = 0; at < bytes; at += step) {
    std::array<std::uint64_t, hn::MaxLanes(d)> last{};
    const bool whole = at + step <= bytes;
    if (!whole) std::memcpy(last.data(), row + at, bytes - at);
    const auto words = hn::LoadU(d, whole ? reinterpret_cast<const std::uint64_t*>(row + at) : last.data());
    for (unsigned set = 1; set < sets; ++set) {
      const unsigned rest = set & (set - 1);
      pixels[set] = rest == 0 ? hn::And(hn::ShiftRightSame(words, std::countr_zero(set)), lowest)
                              : hn::And(pixels[rest], pixels[set - rest]);
      if (added[set] != 0) counts[set] = hn::Add(counts[set], hn::PopulationCount(pixels[set]));
    }
  }
  std::int64_t sum = 0;
  for (unsigned set = 1; set < sets; ++set)
    sum += added[set] * static_cast<std::int64_t>(hn::GetLane(hn::SumOfLanes(d, counts[set])));
  return sum;
}

// Highway cannot export templates.
std::int64_t add_vectors8(const std::vector<const std::uint8_t*>& inks, std::int64_t width, std::uint64_t& sum,
                          std::uint32_t& most) {
  return add_vectors<std::uint8_t>(inks, width, sum, most);
}
std::int64_t add_vectors16(const std::vector<const std::uint16_t*>& inks, std::int64_t width, std::uint64_t& sum,
                           std::uint32_t& most) {
  return add_vectors<std::uint16_t>(inks, width, sum, most);
}
std::int64_t add_levels(const std::byte* row, std::size_t bytes, int bits, const AddedBySets& added) {
  if (bits == 1) return add_bit_sets<1>(row, bytes, added);
  if (bits == 2) return add_bit_sets<2>(row, bytes, added);
  return add_bit_sets<4>(row, bytes, added);
}

}  // namespace platerip::rip::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace platerip::rip {
namespace {

HWY_EXPORT(add_vectors8);
HWY_EXPORT(add_vectors16);
HWY_EXPORT(add_levels);

template <typename Sample>
void add_row(const std::vector<const Sample*>& inks, std::int64_t width, std::uint64_t& sum, std::uint32_t& most) {
  std::int64_t x = 0;
  if constexpr (sizeof(Sample) == 1)
    x = HWY_DYNAMIC_DISPATCH(add_vectors8)(inks, width, sum, most);
  else
    x = HWY_DYNAMIC_DISPATCH(add_vectors16)(inks, width, sum, most);
  for (; x < width; ++x) {
    std::uint32_t total = 0;
    for (const Sample* ink : inks) total += ink[x];
    sum += total;
    most = std::max(most, total);
  }
}

template <typename Sample>
void add_rows(std::span<const separation::Plane> planes, std::int64_t width, std::int64_t rows, std::uint64_t& sum,
              std::uint32_t& most) {
  std::vector<const Sample*> inks(planes.size());
  for (std::int64_t y = 0; y < rows; ++y) {
    for (std::size_t i = 0; i < planes.size(); ++i)
      inks[i] = reinterpret_cast<const Sample*>(planes[i].samples + y * planes[i].stride);
    add_row(inks, width, sum, most);
  }
}

AddedBySets added_by_sets(const LevelInk& ink) {
  AddedBySets added{};
  for (std::size_t set = 1; set < std::size_t{1} << ink.bits; ++set) {
    added[set] = ink.of[set];
    for (std::size_t part = (set - 1) & set; part > 0; part = (part - 1) & set) added[set] -= added[part];
  }
  return added;
}

}  // namespace

void TotalInk::add(std::span<const separation::Plane> planes, int bits, std::int64_t width, std::int64_t rows) {
  std::uint64_t sum = 0;
  std::uint32_t max = 0;
  bits == 8 ? add_rows<std::uint8_t>(planes, width, rows, sum, max)
            : add_rows<std::uint16_t>(planes, width, rows, sum, max);
  add(sum, max, bits, width * rows);
}

void TotalInk::add(std::uint64_t sum, std::uint32_t max, int bits, std::int64_t pixels) {
  solid_ = (std::uint32_t{1} << bits) - 1;
  sum_ += sum;
  max_ = std::max(max_, max);
  pixels_ += static_cast<std::uint64_t>(pixels);
}

void TotalInk::merge(const TotalInk& other) {
  if (other.pixels_ == 0) return;
  sum_ += other.sum_;
  pixels_ += other.pixels_;
  max_ = std::max(max_, other.max_);
  solid_ = other.solid_;
}

double TotalInk::mean_percent() const {
  return pixels_ ? 100.0 * static_cast<double>(sum_) / static_cast<double>(pixels_) / solid_ : 0;
}

double TotalInk::max_percent() const {
  return 100.0 * max_ / solid_;
}

std::uint64_t sum_of_levels(const halftone::Plate& plate, const LevelInk& ink, std::int64_t width, std::int64_t rows) {
  const auto row_bytes = static_cast<std::size_t>((width * ink.bits + 7) / 8);
  const AddedBySets added = added_by_sets(ink);
  std::int64_t sum = 0;
  for (std::int64_t y = 0; y < rows; ++y)
    sum += HWY_DYNAMIC_DISPATCH(add_levels)(plate.pixels + y * plate.stride, row_bytes, ink.bits, added);
  return static_cast<std::uint64_t>(sum);
}

}  // namespace platerip::rip
#endif
