#include "rip/proofs/report/tone_rows.h"

#include <algorithm>
#include <utility>

namespace platerip::rip {

ToneRows::ToneRows(const ToneSettings& settings) : settings_(settings), histograms_(settings.inks) {}

std::int64_t ToneRows::memory_bytes(const ToneSettings& settings) {
  return tones_bytes(settings, 1);
}

void ToneRows::add(const StripTones& tones, std::int64_t end) {
  const Grid& grid = settings_.grid;
  if (row_ >= end) return;
  for (StripTones boxes = tones; row_ < end;) {
    const std::int64_t in_box = row_ % grid.box;
    in_box == 0 ? begin(boxes) : join(boxes);
    row_ = std::min(end, row_ - in_box + grid.box);
    begun_.rows = (row_ - 1) % grid.box + 1;
    if (row_ % grid.box == 0 || row_ == grid.height) done_.push_back(std::exchange(begun_, {}));
    boxes.sums += grid.columns();
    boxes.firsts += settings_.ink_boxes();
    boxes.is_flat += settings_.ink_boxes();
  }
  for (std::size_t ink = 0; ink < histograms_.size(); ++ink)
    for (std::size_t tone = 0; tone < histograms_[ink].size(); ++tone)
      histograms_[ink][tone] += tones.histograms[ink][tone];
}

void ToneRows::begin(const StripTones& boxes) {
  begun_.sums.assign(boxes.sums, boxes.sums + settings_.grid.columns());
  begun_.firsts.assign(boxes.firsts, boxes.firsts + settings_.ink_boxes());
  begun_.is_flat.assign(boxes.is_flat, boxes.is_flat + settings_.ink_boxes());
}

void ToneRows::join(const StripTones& boxes) {
  for (std::size_t i = 0; i < begun_.sums.size(); ++i) begun_.sums[i] += boxes.sums[i];
  for (std::size_t i = 0; i < begun_.is_flat.size(); ++i)
    if (boxes.is_flat[i] == 0 || boxes.firsts[i] != begun_.firsts[i]) begun_.is_flat[i] = 0;
}

ToneRow ToneRows::take() {
  ToneRow row = std::move(done_.front());
  done_.pop_front();
  return row;
}

}  // namespace platerip::rip
