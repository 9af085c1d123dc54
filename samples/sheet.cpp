#include "samples/sheet.h"

#include <algorithm>
#include <utility>

#include "base/lettering/font.h"
#include "samples/noise.h"

namespace platerip::samples {
namespace {

/// Moves an upright or level line so that its edges are between pixels: a line of 1 px covers 1 px, and not 2 px in
/// gray.
void snap_to_pixels(Segment& segment, int pen_pixels) {
  const auto snapped = [&](double v) {
    return static_cast<double>(floor_to_integer(v)) + (pen_pixels % 2 == 1 ? 0.5 : 0);
  };
  if (segment.from.x == segment.to.x) segment.from.x = segment.to.x = snapped(segment.from.x);
  if (segment.from.y == segment.to.y) segment.from.y = segment.to.y = snapped(segment.from.y);
}

}  // namespace

Sheet::Sheet(std::int64_t width, std::int64_t height)
    : scale_(std::min(static_cast<double>(width) / design_width, static_cast<double>(height) / design_height)),
      left_((static_cast<double>(width) - scale_ * design_width) / 2),
      top_((static_cast<double>(height) - scale_ * design_height) / 2) {}

Box Sheet::box(const Frame& frame) const {
  const Point from = place({frame.x, frame.y});
  const Point to = place({frame.right(), frame.bottom()});
  return {floor_to_integer(from.x + 0.5), floor_to_integer(from.y + 0.5), floor_to_integer(to.x + 0.5),
          floor_to_integer(to.y + 0.5)};
}

void Sheet::area(const Frame& frame, Color color, Color border) {
  constexpr double rule = 2;
  area(frame, border);
  area({frame.x + rule, frame.y + rule, frame.width - 2 * rule, frame.height - 2 * rule}, color);
}

void Sheet::ramp(const Frame& frame, Color from, Color to, bool vertical) {
  const Box pixels = box(frame);
  const auto last = static_cast<double>(std::max<std::int64_t>(1, (vertical ? pixels.height() : pixels.width()) - 1));
  add(fill(pixels, [=](std::int64_t column, std::int64_t row) {
    return mix(from, to, static_cast<double>(vertical ? row : column) / last);
  }));
}

void Sheet::text(std::string_view line, Point start, const TextStyle& style) {
  const double width = lettering::text_width(line, style.cap_height);
  if (style.align == Align::middle) start.x -= width / 2;
  if (style.align == Align::right) start.x -= width;
  lines(lettering::text_strokes(line, start, style.cap_height), style.cap_height * style.weight / 100, style.color);
}

void Sheet::lines(std::vector<Segment> segments, double pen, Color color) {
  add(strokes(place(std::move(segments)), pen * scale_, color));
}

void Sheet::hairlines(std::vector<Segment> segments, int pixels, Color color) {
  segments = place(std::move(segments));
  for (Segment& segment : segments) snap_to_pixels(segment, pixels);
  add(strokes(std::move(segments), pixels, color));
}

std::vector<Segment> Sheet::place(std::vector<Segment> segments) const {
  for (Segment& segment : segments) segment = {place(segment.from), place(segment.to)};
  return segments;
}

}  // namespace platerip::samples
