// The elements of a page. Each paints its part of one row at a time, so that no page is ever held in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/lettering/lines.h"
#include "samples/color.h"

namespace platerip::samples {

using Row = std::span<Color>;

/// Pixels from (left, top) up to, but not including, (right, bottom).
struct Box {
  std::int64_t left = 0;
  std::int64_t top = 0;
  std::int64_t right = 0;
  std::int64_t bottom = 0;

  [[nodiscard]] std::int64_t width() const { return right - left; }
  [[nodiscard]] std::int64_t height() const { return bottom - top; }
};

/// An element of the page. Paints what it covers of row `y`, for top <= y < bottom.
struct Element {
  std::int64_t top = 0;
  std::int64_t bottom = 0;
  std::function<void(std::int64_t y, Row row)> paint;
};

/// A picture that fills a box. Its pixels are counted from the corner of the box.
using Picture = std::function<Color(std::int64_t column, std::int64_t row)>;

Element fill(Box box, Picture picture);
Element fill(Box box, Color color);

using lettering::Point;
using lettering::Segment;

/// Lines drawn with a round pen, antialiased. The middle of pixel (column, row) is at (column + 0.5, row + 0.5).
Element strokes(std::vector<Segment> segments, double pen_width, Color color);

/// Appends a circle.
void append_circle(std::vector<Segment>& segments, Point middle, double radius);

}  // namespace platerip::samples
