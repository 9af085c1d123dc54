#include "rip/report/tone_rows.h"

#include <algorithm>
#include <limits>

#include "rip/report/row_sums.h"

namespace platerip::rip {
namespace {

// The most rows whose samples a column's sum can hold. It is the same for both sizes of samples.
constexpr std::int64_t most_rows = 257;
static_assert(most_rows * std::numeric_limits<std::uint8_t>::max() <= std::numeric_limits<std::uint16_t>::max());
static_assert(most_rows * std::numeric_limits<std::uint16_t>::max() <= std::numeric_limits<std::uint32_t>::max());

template <typename Columns>
void resize(Columns& columns, const Grid& grid) {
  const auto width = static_cast<std::size_t>(grid.width);
  columns.first.resize(width);
  columns.changed.resize(width);
  columns.sums.resize(width);
  columns.boxes.resize(static_cast<std::size_t>(grid.columns()));
}

template <typename Sample>
void count_tones(std::span<const Sample> row, std::array<std::uint64_t, 256>& histogram) {
  constexpr int shift = 8 * (sizeof(Sample) - 1);
  std::array<std::array<std::uint32_t, 256>, 2> counts{};  // neighbours are often equal and would wait for each other
  for (std::size_t x = 0; x < row.size(); ++x) ++counts[x % 2][row[x] >> shift];
  for (std::size_t tone = 0; tone < histogram.size(); ++tone) histogram[tone] += counts[0][tone] + counts[1][tone];
}

}  // namespace

ToneRows::ToneRows(const Grid& grid, int bits) : grid_(grid), bits_(bits) {
  bits == 8 ? resize(columns8_, grid) : resize(columns16_, grid);
}

std::int64_t ToneRows::memory_bytes(std::int64_t width, int bits) {
  return width * (bits / 8) * 4 + width * static_cast<std::int64_t>(sizeof(std::uint64_t));
}

void ToneRows::add(const separation::Plane& plane, std::int64_t rows) {
  const auto width = static_cast<std::size_t>(grid_.width);
  for (std::int64_t y = 0; y < rows; ++y) {
    const std::byte* const row = plane.samples + y * plane.stride;
    if (bits_ == 8)
      add_row(columns8_, std::span(reinterpret_cast<const std::uint8_t*>(row), width));
    else
      add_row(columns16_, std::span(reinterpret_cast<const std::uint16_t*>(row), width));
  }
}

template <typename Sample, typename Sum>
void ToneRows::add_row(Columns<Sample, Sum>& columns, std::span<const Sample> row) {
  const std::int64_t in_box = row_ % grid_.box;
  if (in_box == 0) {
    std::copy(row.begin(), row.end(), columns.first.begin());
    std::fill(columns.changed.begin(), columns.changed.end(), Sample{0});
  }
  add_samples(row, columns.first, columns.sums, columns.changed);
  if (row_ % histogram_step(grid_.height) == 0) count_tones(row, histogram_);
  ++row_;
  const bool is_last = row_ % grid_.box == 0 || row_ == grid_.height;
  if (is_last || (in_box + 1) % most_rows == 0) add_up(columns);
  if (is_last) finish(columns);
}

template <typename Sample, typename Sum>
void ToneRows::add_up(Columns<Sample, Sum>& columns) {
  for (std::int64_t column = 0; column < grid_.columns(); ++column) {
    const auto sums = std::span(columns.sums).subspan(column * grid_.box, grid_.box_width(column));
    for (const Sum sum : sums) columns.boxes[column] += sum;
  }
  std::fill(columns.sums.begin(), columns.sums.end(), Sum{0});
}

template <typename Sample, typename Sum>
void ToneRows::finish(Columns<Sample, Sum>& columns) {
  ToneRow done;
  const auto count = static_cast<std::size_t>(grid_.columns());
  done.means.resize(count);
  done.flat.resize(count, -1);
  const std::int64_t rows = (row_ - 1) % grid_.box + 1;
  for (std::int64_t column = 0; column < grid_.columns(); ++column) {
    const std::int64_t left = column * grid_.box;
    const std::int64_t width = grid_.box_width(column);
    const double solid = static_cast<double>(rows * width) * std::numeric_limits<Sample>::max();
    done.means[column] = static_cast<float>(static_cast<double>(columns.boxes[column]) / solid);
    const auto first = std::span(columns.first).subspan(left, width);
    const auto changed = std::span(columns.changed).subspan(left, width);
    const bool is_flat = std::ranges::all_of(changed, [](Sample bits) { return bits == 0; }) &&
                         std::ranges::all_of(first, [&](Sample sample) { return sample == first.front(); });
    if (is_flat) done.flat[column] = first.front();
  }
  std::fill(columns.boxes.begin(), columns.boxes.end(), 0);
  done_.push_back(std::move(done));
}

ToneRow ToneRows::take() {
  ToneRow row = std::move(done_.front());
  done_.pop_front();
  return row;
}

}  // namespace platerip::rip
