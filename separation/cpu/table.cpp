#include "separation/cpu/table.h"

#include <sys/mman.h>

#include <array>
#include <vector>

namespace platerip::separation::cpu {
namespace {

constexpr std::size_t table_bytes = sizeof(std::uint32_t) << 24;
// The kernel may put huge pages under it: a page's colours lie all over the table.
constexpr std::size_t alignment = std::size_t{1} << 21;

// A slab is all colours of some blues.
constexpr int slabs = 32;
constexpr int slab_blues = 256 / slabs;
// Colours of one blue are done in rows of some greens.
constexpr int row_greens = 16;
constexpr std::int64_t row_colors = row_greens * 256;

}  // namespace

std::unique_ptr<Table> Table::make() {
  Entries entries(static_cast<std::uint32_t*>(std::aligned_alloc(alignment, table_bytes)));
  if (!entries) return nullptr;
  madvise(entries.get(), table_bytes, MADV_HUGEPAGE);  // where it's refused, small pages do
  return std::unique_ptr<Table>(new Table(std::move(entries)));
}

bool Table::ready(const Source& source) {
  while (begun_.load(std::memory_order_relaxed) < slabs) {
    const int slab = begun_.fetch_add(1, std::memory_order_relaxed);
    if (slab >= slabs) break;
    fill_slab(slab, source);
    filled_.fetch_add(1, std::memory_order_release);
  }
  return filled_.load(std::memory_order_acquire) == slabs;
}

void Table::fill_slab(int slab, const Source& source) {
  std::vector<std::uint8_t> colors(3 * row_colors), inks(group_inks * row_colors);
  std::array<std::uint8_t*, group_inks> rows{};
  for (std::size_t ink = 0; ink < rows.size(); ++ink) rows[ink] = inks.data() + ink * row_colors;

  for (int blue = slab * slab_blues; blue < (slab + 1) * slab_blues; ++blue)
    for (int green = 0; green < 256; green += row_greens) {
      for (int i = 0; i < row_colors; ++i) {
        std::uint8_t* color = &colors[3 * static_cast<std::size_t>(i)];
        color[0] = static_cast<std::uint8_t>(i);
        color[1] = static_cast<std::uint8_t>(green + i / 256);
        color[2] = static_cast<std::uint8_t>(blue);
      }
      source(colors.data(), row_colors, rows);
      interleave(rows, row_colors, &entries_[table_index(colors.data())]);
    }
}

void Table::look_up(const std::uint8_t* rgb, std::int64_t count, InkRows<std::uint8_t> inks) const {
  cpu::look_up(entries_.get(), rgb, count, inks);
}

}  // namespace platerip::separation::cpu
