#include "separation/tables/color_table.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>

#include "separation/plan.h"

namespace platerip::separation {
namespace {

constexpr std::size_t group_entries = std::size_t{1} << 24;
// Lets the kernel use huge pages: a page's colours are scattered over the whole table.
constexpr std::size_t alignment = std::size_t{1} << 21;

constexpr int slab_blues = 256 / ColorTable::slabs;
constexpr std::size_t most_groups = max_inks / group_inks;

std::size_t groups_of(std::size_t inks) {
  return (inks + group_inks - 1) / group_inks;
}

}  // namespace

std::unique_ptr<ColorTable> ColorTable::make(std::size_t inks) {
  const std::size_t bytes = groups_of(inks) * group_entries * sizeof(std::uint32_t);
  Entries entries(static_cast<std::uint32_t*>(std::aligned_alloc(alignment, bytes)));
  if (!entries) return nullptr;
  madvise(entries.get(), bytes, MADV_HUGEPAGE);  // an optimization only; failure is fine
  return std::unique_ptr<ColorTable>(new ColorTable(inks, std::move(entries)));
}

bool ColorTable::ready(const Source& source) {
  while (begun_.load(std::memory_order_relaxed) < slabs) {
    const int slab = begun_.fetch_add(1, std::memory_order_relaxed);
    if (slab >= slabs) break;
    fill(slab, source);
    filled_.fetch_add(1, std::memory_order_release);
  }
  return filled_.load(std::memory_order_acquire) == slabs;
}

void ColorTable::fill(int slab, const Source& source) {
  std::array<std::uint32_t*, most_groups> row{};
  for (int blue = slab * slab_blues; blue < (slab + 1) * slab_blues; ++blue)
    for (int green = 0; green < 256; ++green) {
      const std::array color = {std::uint8_t{0}, static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)};
      for (std::size_t group = 0; group < most_groups; ++group)
        row[group] = entries_.get() + group * group_entries + simd::table_index(color.data());
      source({color[1], color[2], std::span(row).first(groups_of(inks_))});
    }
}

void ColorTable::look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const {
  for (const std::uint32_t* group = entries_.get(); !inks.empty(); group += group_entries) {
    const std::size_t served = std::min<std::size_t>(group_inks, inks.size());
    simd::look_up(group, rgb, count, inks.first(served));
    inks = inks.subspan(served);
  }
}

std::span<std::byte> ColorTable::bytes() {
  return std::as_writable_bytes(std::span(entries_.get(), groups_of(inks_) * group_entries));
}

std::span<const std::byte> ColorTable::bytes() const {
  return std::as_bytes(std::span(entries_.get(), groups_of(inks_) * group_entries));
}

}  // namespace platerip::separation
