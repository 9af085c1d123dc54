#include "rip/proofs/report/tone_rows.h"

#include <algorithm>
#include <utility>

#include "rip/resources/threads.h"

namespace platerip::rip {

ToneRows::ToneRows(const ToneSettings& settings) : settings_(settings), histograms_(settings.inks) {}

std::int64_t ToneRows::memory_bytes(const ToneSettings& settings) {
  return tones_bytes(settings, 1);
}

void ToneRows::add(const StripTones& tones, std::int64_t end) {
  const Grid& grid = settings_.grid;
  if (row_ >= end) return;
  const std::int64_t first = row_ / grid.box;
  std::vector<ToneRow> rows(static_cast<std::size_t>((end - 1) / grid.box + 1 - first));
  if (row_ % grid.box != 0) rows.front() = std::exchange(begun_, {});
  parallel_ranges(rows.size(), rows.size() * static_cast<std::size_t>(tones_bytes(settings_, 1)),
                  [&](std::size_t begin, std::size_t behind) {
                    for (std::size_t row = begin; row < behind; ++row) join(boxes_of(tones, row), rows[row]);
                  });
  for (ToneRow& row : rows) {
    row_ = std::min(end, (row_ / grid.box + 1) * grid.box);
    row.rows = (row_ - 1) % grid.box + 1;
    if (row_ % grid.box == 0 || row_ == grid.height)
      done_.push_back(std::move(row));
    else
      begun_ = std::move(row);
  }
  for (std::size_t ink = 0; ink < histograms_.size(); ++ink)
    for (std::size_t tone = 0; tone < histograms_[ink].size(); ++tone)
      histograms_[ink][tone] += tones.histograms[ink][tone];
}

// The tones of a row of boxes.
StripTones ToneRows::boxes_of(const StripTones& tones, std::size_t row) const {
  StripTones boxes = tones;
  boxes.sums += static_cast<std::int64_t>(row) * settings_.grid.columns();
  boxes.firsts += static_cast<std::int64_t>(row) * settings_.ink_boxes();
  boxes.is_flat += static_cast<std::int64_t>(row) * settings_.ink_boxes();
  return boxes;
}

// Adds further rows of pixels to `row`, or its first ones if it is empty.
void ToneRows::join(const StripTones& boxes, ToneRow& row) const {
  if (row.sums.empty()) {
    row.sums.assign(boxes.sums, boxes.sums + settings_.grid.columns());
    row.firsts.assign(boxes.firsts, boxes.firsts + settings_.ink_boxes());
    row.is_flat.assign(boxes.is_flat, boxes.is_flat + settings_.ink_boxes());
    return;
  }
  for (std::size_t i = 0; i < row.sums.size(); ++i) row.sums[i] += boxes.sums[i];
  for (std::size_t i = 0; i < row.is_flat.size(); ++i)
    if (boxes.is_flat[i] == 0 || boxes.firsts[i] != row.firsts[i]) row.is_flat[i] = 0;
}

ToneRow ToneRows::take() {
  ToneRow row = std::move(done_.front());
  done_.pop_front();
  return row;
}

}  // namespace platerip::rip
