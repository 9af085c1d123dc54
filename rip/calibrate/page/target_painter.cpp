#include "rip/calibrate/page/target_painter.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/lettering/font.h"
#include "profiles/profile.h"

namespace platerip::rip {
namespace {

// In millimetres.
constexpr double line_width = 0.25;   // of the labels
constexpr double frame_width = 0.15;  // around paper, which could not be seen otherwise

using lettering::Segment;

// The pixels from `left` to before `right`, in the rows from `top` to before `bottom`.
struct Box {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;

  [[nodiscard]] bool has(std::int64_t y) const { return y >= top && y < bottom; }
};

// The part of a pixel row that a round pen covers.
std::pair<double, double> covered(const Segment& segment, double radius, double y) {
  const double dx = segment.to.x - segment.from.x;
  const double dy = segment.to.y - segment.from.y;
  const double length = std::hypot(dx, dy);
  double left = 1;
  double right = 0;
  const auto add = [&](double x) {
    if (left > right) left = right = x;
    left = std::min(left, x);
    right = std::max(right, x);
  };
  for (const lettering::Point& end : {segment.from, segment.to}) {
    const double height = std::abs(y - end.y);
    if (height > radius) continue;
    const double half = std::sqrt(radius * radius - height * height);
    add(end.x - half);
    add(end.x + half);
  }
  // The long edges of the stroke.
  for (const double side : {-radius, radius}) {
    if (length == 0 || dy == 0) continue;
    const double share = (y - segment.from.y - side * dx / length) / dy;
    if (share >= 0 && share <= 1) add(segment.from.x + share * dx - side * dy / length);
  }
  return {left, right};
}

}  // namespace

TargetPainter::TargetPainter(const TargetLayout& layout)
    : layout_(layout), scale_(layout.settings.resolution / 25.4), inks_(layout.settings.inks.size()) {
  width_ = pixels(layout.settings.width);
  height_ = pixels(layout.settings.height);
  row_.resize(static_cast<std::size_t>(width_) * inks_);
  const std::size_t black = profiles::find_black(layout.settings.inks).value_or(inks_);
  for (std::size_t ink = 0; ink < inks_; ++ink)
    if (black == inks_ || ink == black) label_inks_.push_back(ink);
  for (const Label& label : layout.labels) {
    const double height = label.cap_height * scale_;
    const double indent = label.is_centred ? lettering::text_width(label.text, height) / 2 : 0;
    const lettering::Point start{label.at.x * scale_ - indent, label.at.y * scale_};
    const std::vector<Segment> strokes = lettering::text_strokes(label.text, start, height);
    strokes_.insert(strokes_.end(), strokes.begin(), strokes.end());
  }
  std::ranges::sort(strokes_, {}, [](const Segment& segment) { return std::min(segment.from.y, segment.to.y); });
}

const std::uint8_t* TargetPainter::paint(std::int64_t y) {
  if (y < unchanged_until_) return row_.data();
  std::ranges::fill(row_, std::uint8_t{0});
  unchanged_until_ = height_;
  for (const WedgePatch& patch : layout_.patches) paint(patch, y);
  paint_labels(y);
  return row_.data();
}

std::int64_t TargetPainter::pixels(double mm) const {
  return std::llround(mm * scale_);
}

void TargetPainter::fill(std::int64_t left, std::int64_t right, std::size_t ink, int sample) {
  left = std::clamp<std::int64_t>(left, 0, width_);
  right = std::clamp<std::int64_t>(right, 0, width_);
  for (std::int64_t x = left; x < right; ++x)
    row_[static_cast<std::size_t>(x) * inks_ + ink] = static_cast<std::uint8_t>(sample);
}

void TargetPainter::fill_label(std::int64_t left, std::int64_t right) {
  for (const std::size_t ink : label_inks_) fill(left, right, ink, label_sample);
}

// The row stays as it is until the next edge below.
void TargetPainter::changes_at(std::int64_t y, std::int64_t edge) {
  if (edge > y) unchanged_until_ = std::min(unchanged_until_, edge);
}

void TargetPainter::paint(const WedgePatch& patch, std::int64_t y) {
  const Box box{pixels(patch.at.x), pixels(patch.at.y), pixels(patch.at.x + patch.width),
                pixels(patch.at.y + patch.height)};
  const std::int64_t frame = patch.sample > 0 ? 0 : std::max<std::int64_t>(pixels(frame_width), 1);
  for (const std::int64_t edge : {box.top - frame, box.top, box.bottom, box.bottom + frame}) changes_at(y, edge);
  if (box.has(y)) {
    fill(box.left, box.right, patch.ink, patch.sample);
    fill_label(box.left - frame, box.left);
    fill_label(box.right, box.right + frame);
  } else if (y >= box.top - frame && y < box.bottom + frame) {
    fill_label(box.left - frame, box.right + frame);
  }
}

void TargetPainter::paint_labels(std::int64_t y) {
  const double radius = line_width * scale_ / 2;
  const double middle = static_cast<double>(y) + 0.5;
  for (const Segment& segment : strokes_) {
    const double top = std::min(segment.from.y, segment.to.y) - radius;
    const double bottom = std::max(segment.from.y, segment.to.y) + radius;
    if (top > middle) return changes_at(y, std::max(y + 1, static_cast<std::int64_t>(top)));
    if (bottom < middle) continue;
    unchanged_until_ = y + 1;
    const auto [left, right] = covered(segment, radius, middle);
    if (left <= right) fill_label(std::llround(left), std::max(std::llround(right), std::llround(left) + 1));
  }
}

}  // namespace platerip::rip
