#include "separation/cpu/table.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <vector>

#include "separation/plan.h"

namespace platerip::separation::cpu {
namespace {

constexpr std::size_t group_entries = std::size_t{1} << 24;
// The kernel may put huge pages under it: a page's colours lie all over the table.
constexpr std::size_t alignment = std::size_t{1} << 21;

constexpr int slab_blues = 256 / Table::slabs;
// Colours of one blue are done in rows of some greens.
constexpr int row_greens = 16;
constexpr std::int64_t row_colors = row_greens * 256;

std::size_t groups_of(std::size_t inks) {
  return (inks + group_inks - 1) / group_inks;
}

}  // namespace

std::unique_ptr<Table> Table::make(std::size_t inks) {
  const std::size_t bytes = groups_of(inks) * group_entries * sizeof(std::uint32_t);
  Entries entries(static_cast<std::uint32_t*>(std::aligned_alloc(alignment, bytes)));
  if (!entries) return nullptr;
  madvise(entries.get(), bytes, MADV_HUGEPAGE);  // where it's refused, small pages do
  return std::unique_ptr<Table>(new Table(inks, std::move(entries)));
}

bool Table::ready(const Source& source) {
  while (begun_.load(std::memory_order_relaxed) < slabs) {
    const int slab = begun_.fetch_add(1, std::memory_order_relaxed);
    if (slab >= slabs) break;
    fill(slab, source);
    filled_.fetch_add(1, std::memory_order_release);
  }
  return filled_.load(std::memory_order_acquire) == slabs;
}

void Table::fill(int slab, const Source& source) {
  const std::size_t groups = groups_of(inks_);
  std::vector<std::uint8_t> colors(3 * row_colors), inks(groups * group_inks * row_colors);
  std::array<std::uint8_t*, max_inks> rows{};
  for (std::size_t row = 0; row < groups * group_inks; ++row) rows[row] = inks.data() + row * row_colors;

  for (int blue = slab * slab_blues; blue < (slab + 1) * slab_blues; ++blue)
    for (int green = 0; green < 256; green += row_greens) {
      for (int i = 0; i < row_colors; ++i) {
        std::uint8_t* color = &colors[3 * static_cast<std::size_t>(i)];
        color[0] = static_cast<std::uint8_t>(i);
        color[1] = static_cast<std::uint8_t>(green + i / 256);
        color[2] = static_cast<std::uint8_t>(blue);
      }
      source(colors.data(), row_colors, InkRows<std::uint8_t>(rows).first(inks_));
      const std::size_t at = table_index(colors.data());
      for (std::size_t group = 0; group < groups; ++group)
        interleave(std::span(rows).subspan(group * group_inks, group_inks), row_colors,
                   &entries_[group * group_entries + at]);
    }
}

void Table::look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const {
  for (const std::uint32_t* group = entries_.get(); !inks.empty(); group += group_entries) {
    const std::size_t served = std::min<std::size_t>(group_inks, inks.size());
    cpu::look_up(group, rgb, count, inks.first(served));
    inks = inks.subspan(served);
  }
}

std::span<std::byte> Table::bytes() {
  return std::as_writable_bytes(std::span(entries_.get(), groups_of(inks_) * group_entries));
}

}  // namespace platerip::separation::cpu
