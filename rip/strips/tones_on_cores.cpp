#include "rip/strips/tones_on_cores.h"

#include <algorithm>
#include <vector>

#include "rip/strips/sample_sums.h"

namespace platerip::rip {
namespace {

template <typename Sample>
void count_samples(std::span<const Sample> row, ToneHistogram& histogram) {
  constexpr int shift = 8 * (sizeof(Sample) - 1);
  constexpr std::size_t ways = 4;  // neighbours are often equal and would wait for each other
  std::array<std::array<std::uint32_t, 256>, ways> counts{};
  std::size_t x = 0;
  for (; x + ways <= row.size(); x += ways)
    for (std::size_t i = 0; i < ways; ++i) ++counts[i][row[x + i] >> shift];
  for (; x < row.size(); ++x) ++counts[0][row[x] >> shift];
  for (const auto& count : counts)
    for (std::size_t tone = 0; tone < histogram.size(); ++tone) histogram[tone] += count[tone];
}

template <typename Sample>
void take_firsts(const std::byte* row, std::int64_t box, std::span<std::uint16_t> firsts) {
  const auto* sample = reinterpret_cast<const Sample*>(row);
  for (std::size_t i = 0; i < firsts.size(); ++i, sample += box) firsts[i] = *sample;
}

void count_tones(const ToneSettings& settings, std::span<const RowSpan> inks, std::int64_t row,
                 const StripTones& tones) {
  const std::int64_t step = settings.histogram_step();
  const auto width = static_cast<std::size_t>(settings.grid.width);
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    for (std::int64_t y = (step - row % step) % step; y < inks[ink].count; y += step) {
      const std::byte* const samples = inks[ink].first + y * inks[ink].stride;
      settings.bits == 8
          ? count_samples(std::span(reinterpret_cast<const std::uint8_t*>(samples), width), tones.histograms[ink])
          : count_samples(std::span(reinterpret_cast<const std::uint16_t*>(samples), width), tones.histograms[ink]);
    }
  }
}

// Adds rows of all inks that lie in one row of boxes, the first of which `begins` these boxes or not.
void add_to_boxes(const ToneSettings& settings, std::span<const RowSpan> inks, bool begins, const StripTones& boxes) {
  const Grid& grid = settings.grid;
  const auto columns = static_cast<std::size_t>(grid.columns());
  const std::span sums(boxes.sums, columns);
  if (begins) std::ranges::fill(sums, std::uint64_t{0});
  add_samples(inks.first(settings.counted), settings.bits, grid.width, grid.box, sums);
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    const std::span firsts(boxes.firsts + ink * columns, columns);
    const std::span is_flat(boxes.is_flat + ink * columns, columns);
    if (begins) {
      settings.bits == 8 ? take_firsts<std::uint8_t>(inks[ink].first, grid.box, firsts)
                         : take_firsts<std::uint16_t>(inks[ink].first, grid.box, firsts);
      std::ranges::fill(is_flat, std::uint8_t{1});
    }
    check_flat(inks[ink], settings.bits, grid.width, grid.box, firsts, is_flat);
  }
}

}  // namespace

void add_tones(const ToneSettings& settings, std::span<const RowSpan> inks, std::int64_t row, const StripTones& tones) {
  const std::int64_t box = settings.grid.box;
  const std::int64_t end = row + inks[0].count;
  if (row == tones.first) std::fill_n(tones.histograms, settings.inks, ToneHistogram{});
  count_tones(settings, inks, row, tones);
  std::vector<RowSpan> part(inks.begin(), inks.end());
  while (row < end) {
    const std::int64_t count = std::min(end, (row / box + 1) * box) - row;
    const std::int64_t box_row = row / box - tones.first / box;
    for (RowSpan& ink : part) ink.count = count;
    add_to_boxes(settings, part, row == tones.first || row % box == 0,
                 {.sums = tones.sums + box_row * settings.grid.columns(),
                  .firsts = tones.firsts + box_row * settings.ink_boxes(),
                  .is_flat = tones.is_flat + box_row * settings.ink_boxes()});
    for (RowSpan& ink : part) ink.first += count * ink.stride;
    row += count;
  }
}

}  // namespace platerip::rip
