#include "rip/report/tone_rows.h"

#include <algorithm>

namespace platerip::rip {
namespace {

template <typename Sample>
void count_samples(std::span<const Sample> row, std::array<std::uint64_t, 256>& histogram) {
  constexpr int shift = 8 * (sizeof(Sample) - 1);
  std::array<std::array<std::uint32_t, 256>, 2> counts{};  // neighbours are often equal and would wait for each other
  for (std::size_t x = 0; x < row.size(); ++x) ++counts[x % 2][row[x] >> shift];
  for (std::size_t tone = 0; tone < histogram.size(); ++tone) histogram[tone] += counts[0][tone] + counts[1][tone];
}

std::uint32_t sample_at(const std::byte* row, int bits, std::int64_t column) {
  return bits == 8 ? reinterpret_cast<const std::uint8_t*>(row)[column]
                   : reinterpret_cast<const std::uint16_t*>(row)[column];
}

BoxTone joined(const BoxTone& a, const BoxTone& b) {
  return {a.sum + b.sum, a.first, a.is_flat && b.is_flat && a.first == b.first};
}

}  // namespace

void ToneParts::add(const separation::Plane& plane, std::int64_t rows) {
  count_tones({plane.samples, plane.stride, rows});
  for (std::int64_t y = 0; y < rows;) {
    const std::int64_t in_box = row_ % grid_.box;
    const std::byte* const row = plane.samples + y * plane.stride;
    if (in_box == 0 || boxes_.empty()) {
      auto& boxes = boxes_.emplace_back(static_cast<std::size_t>(grid_.columns()));
      for (std::size_t i = 0; i < boxes.size(); ++i)
        boxes[i].first = sample_at(row, bits_, static_cast<std::int64_t>(i) * grid_.box);
    }
    const std::int64_t count = std::min(rows - y, grid_.box - in_box);
    add_samples({row, plane.stride, count}, bits_, grid_.width, grid_.box, boxes_.back());
    y += count;
    row_ += count;
  }
}

void ToneParts::count_tones(const RowSpan& rows) {
  const std::int64_t step = histogram_step(grid_.height);
  const auto width = static_cast<std::size_t>(grid_.width);
  for (std::int64_t y = (step - row_ % step) % step; y < rows.count; y += step) {
    const std::byte* const row = rows.first + y * rows.stride;
    bits_ == 8 ? count_samples(std::span(reinterpret_cast<const std::uint8_t*>(row), width), histogram_)
               : count_samples(std::span(reinterpret_cast<const std::uint16_t*>(row), width), histogram_);
  }
}

ToneRows::ToneRows(const Grid& grid, int bits)
    : grid_(grid), bits_(bits), boxes_(static_cast<std::size_t>(grid.columns())) {}

std::int64_t ToneRows::memory_bytes(const Grid& grid) {
  return grid.columns() * static_cast<std::int64_t>(sizeof(BoxTone));
}

void ToneRows::add(const separation::Plane& plane, std::int64_t rows) {
  ToneParts parts(grid_, bits_, row_);
  parts.add(plane, rows);
  add(parts);
}

void ToneRows::add(const ToneParts& parts) {
  for (const std::vector<BoxTone>& boxes : parts.boxes()) {
    const std::int64_t in_box = row_ % grid_.box;
    for (std::size_t i = 0; i < boxes_.size(); ++i) boxes_[i] = in_box == 0 ? boxes[i] : joined(boxes_[i], boxes[i]);
    row_ = std::min(parts.end(), row_ - in_box + grid_.box);
    if (row_ % grid_.box == 0 || row_ == grid_.height) finish((row_ - 1) % grid_.box + 1);
  }
  for (std::size_t tone = 0; tone < histogram_.size(); ++tone) histogram_[tone] += parts.histogram()[tone];
}

void ToneRows::finish(std::int64_t rows) {
  ToneRow done;
  done.means.reserve(boxes_.size());
  done.flat.reserve(boxes_.size());
  for (std::int64_t column = 0; column < grid_.columns(); ++column) {
    const BoxTone& box = boxes_[column];
    const double solid = static_cast<double>(rows * grid_.box_width(column)) * ((1 << bits_) - 1);
    done.means.push_back(static_cast<float>(static_cast<double>(box.sum) / solid));
    done.flat.push_back(box.is_flat ? static_cast<int>(box.first) : -1);
  }
  done_.push_back(std::move(done));
}

ToneRow ToneRows::take() {
  ToneRow row = std::move(done_.front());
  done_.pop_front();
  return row;
}

}  // namespace platerip::rip
