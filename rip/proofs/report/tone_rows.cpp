#include "rip/proofs/report/tone_rows.h"

#include <algorithm>

#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

template <typename Sample>
void count_samples(std::span<const Sample> row, std::array<std::uint64_t, 256>& histogram) {
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
void take_firsts(const std::byte* row, const Grid& grid, std::span<std::uint16_t> firsts) {
  const auto* sample = reinterpret_cast<const Sample*>(row);
  for (std::size_t i = 0; i < firsts.size(); ++i, sample += grid.box) firsts[i] = *sample;
}

// Adds the boxes of rows below.
void join(BoxTones& boxes, const BoxTones& below) {
  for (std::size_t i = 0; i < boxes.sums.size(); ++i) boxes.sums[i] += below.sums[i];
  for (std::size_t i = 0; i < boxes.is_flat.size(); ++i)
    if (below.is_flat[i] == 0 || below.firsts[i] != boxes.firsts[i]) boxes.is_flat[i] = 0;
}

}  // namespace

// Rows that begin and end within a row of boxes touch one more of these. Vectors that grow have up to two elements of
// room for each that they contain.
std::int64_t ToneParts::memory_bytes(const ToneSettings& settings, std::int64_t rows) {
  const auto inks = static_cast<std::int64_t>(settings.inks);
  constexpr std::int64_t of_ink = sizeof(std::uint16_t) + sizeof(std::uint8_t);
  const std::int64_t box_row =
      settings.grid.columns() * (static_cast<std::int64_t>(sizeof(std::uint64_t)) + inks * of_ink);
  const std::int64_t box_rows = (rows + settings.grid.box - 2) / settings.grid.box + 1;
  return box_rows * (box_row + 2 * static_cast<std::int64_t>(sizeof(BoxTones))) +
         inks * static_cast<std::int64_t>(sizeof(Histogram));
}

void ToneParts::add(std::span<const separation::Plane> planes, std::int64_t first, std::int64_t rows) {
  if (rows == 0) return;
  std::vector<RowSpan> inks;
  for (const separation::Plane& plane : planes)
    inks.push_back({plane.samples + first * plane.stride, plane.stride, rows});
  count_tones(inks);
  const std::int64_t in_box = row_ % settings_.grid.box;
  const std::size_t begun = boxes_.size() - (in_box == 0 || boxes_.empty() ? 0 : 1);
  const auto touched = static_cast<std::size_t>((in_box + rows - 1) / settings_.grid.box + 1);  // rows of boxes
  boxes_.resize(begun + touched);
  parallel_ranges(touched, bytes_of(inks), [&](std::size_t next, std::size_t end) {
    for (; next < end; ++next) {
      const std::int64_t border = static_cast<std::int64_t>(next) * settings_.grid.box - in_box;
      const std::int64_t top = std::max<std::int64_t>(0, border);
      std::vector<RowSpan> part = inks;
      for (RowSpan& ink : part) {
        ink.first += top * ink.stride;
        ink.count = std::min(rows, border + settings_.grid.box) - top;
      }
      add_to(boxes_[begun + next], part);
    }
  });
  row_ += rows;
}

std::size_t ToneParts::bytes_of(std::span<const RowSpan> inks) const {
  if (inks.empty()) return 0;
  return inks.size() * static_cast<std::size_t>(inks[0].count * settings_.grid.width * settings_.bits / 8);
}

// Adds rows of all inks to a row of boxes.
void ToneParts::add_to(BoxTones& boxes, std::span<const RowSpan> inks) const {
  const Grid& grid = settings_.grid;
  const auto columns = static_cast<std::size_t>(grid.columns());
  if (boxes.sums.empty()) begin_boxes(boxes, inks);
  add_samples(inks.first(settings_.counted), settings_.bits, grid.width, grid.box, boxes.sums);
  for (std::size_t ink = 0; ink < inks.size(); ++ink)
    check_flat(inks[ink], settings_.bits, grid.width, grid.box, std::span(boxes.firsts).subspan(ink * columns, columns),
               std::span(boxes.is_flat).subspan(ink * columns, columns));
}

void ToneParts::begin_boxes(BoxTones& boxes, std::span<const RowSpan> inks) const {
  const Grid& grid = settings_.grid;
  const auto columns = static_cast<std::size_t>(grid.columns());
  boxes.sums.resize(columns);
  boxes.firsts.resize(inks.size() * columns);
  for (std::size_t ink = 0; ink < inks.size(); ++ink) {
    const auto firsts = std::span(boxes.firsts).subspan(ink * columns, columns);
    settings_.bits == 8 ? take_firsts<std::uint8_t>(inks[ink].first, grid, firsts)
                        : take_firsts<std::uint16_t>(inks[ink].first, grid, firsts);
  }
  boxes.is_flat.assign(boxes.firsts.size(), 1);
}

void ToneParts::count_tones(std::span<const RowSpan> inks) {
  const std::int64_t step = histogram_step(settings_.grid.height);
  const auto width = static_cast<std::size_t>(settings_.grid.width);
  const std::int64_t first = (step - row_ % step) % step;
  if (inks.empty() || first >= inks[0].count) return;
  histograms_.resize(inks.size());
  parallel_ranges(inks.size(), bytes_of(inks) / static_cast<std::size_t>(step), [&](std::size_t ink, std::size_t end) {
    for (; ink < end; ++ink) {
      for (std::int64_t y = first; y < inks[ink].count; y += step) {
        const std::byte* const row = inks[ink].first + y * inks[ink].stride;
        settings_.bits == 8
            ? count_samples(std::span(reinterpret_cast<const std::uint8_t*>(row), width), histograms_[ink])
            : count_samples(std::span(reinterpret_cast<const std::uint16_t*>(row), width), histograms_[ink]);
      }
    }
  });
}

ToneRows::ToneRows(const ToneSettings& settings) : settings_(settings), histograms_(settings.inks) {}

std::int64_t ToneRows::memory_bytes(const ToneSettings& settings) {
  constexpr std::int64_t per_ink = sizeof(std::uint16_t) + sizeof(std::uint8_t) + sizeof(int);
  return settings.grid.columns() * (16 + static_cast<std::int64_t>(settings.inks) * per_ink);
}

void ToneRows::add(std::span<const separation::Plane> planes, std::int64_t first, std::int64_t rows) {
  ToneParts parts(settings_, row_);
  parts.add(planes, first, rows);
  add(parts);
}

void ToneRows::add(const ToneParts& parts) {
  const Grid& grid = settings_.grid;
  for (const BoxTones& boxes : parts.boxes()) {
    const std::int64_t in_box = row_ % grid.box;
    in_box == 0 ? void(boxes_ = boxes) : join(boxes_, boxes);
    row_ = std::min(parts.end(), row_ - in_box + grid.box);
    if (row_ % grid.box == 0 || row_ == grid.height) finish((row_ - 1) % grid.box + 1);
  }
  for (std::size_t ink = 0; ink < parts.histograms().size(); ++ink)
    for (std::size_t tone = 0; tone < 256; ++tone) histograms_[ink][tone] += parts.histograms()[ink][tone];
}

void ToneRows::finish(std::int64_t rows) {
  const Grid& grid = settings_.grid;
  const auto columns = static_cast<std::size_t>(grid.columns());
  ToneRow& done = done_.emplace_back();
  done.totals.reserve(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    const std::int64_t pixels = rows * grid.box_width(static_cast<std::int64_t>(i));
    done.totals.push_back(static_cast<double>(boxes_.sums[i]) /
                          static_cast<double>(pixels * ((1 << settings_.bits) - 1)));
  }
  done.boxes = std::move(boxes_);
}

ToneRow ToneRows::take() {
  ToneRow row = std::move(done_.front());
  done_.pop_front();
  return row;
}

}  // namespace platerip::rip
