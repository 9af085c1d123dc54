// Places elements on a page in design units (1/300 inch of the default page), whatever the size of the page in pixels.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "samples/paint.h"

namespace platerip::samples {

enum class Align { left, middle, right };

/// A rectangle in design units.
struct Frame {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;

  [[nodiscard]] double right() const { return x + width; }
  [[nodiscard]] double bottom() const { return y + height; }
};

/// A line of text: its baseline, the height of its capitals, and the pen's width in hundredths of that height.
struct TextStyle {
  double cap_height = 20;
  double weight = 13;
  Color color = gray(0.07);
  Align align = Align::left;
};

class Sheet {
 public:
  static constexpr double design_width = 2400;
  static constexpr double design_height = 3200;

  Sheet(std::int64_t width, std::int64_t height);

  [[nodiscard]] Box box(const Frame& frame) const;

  void add(Element element) { elements_.push_back(std::move(element)); }
  void area(const Frame& frame, Color color) { add(fill(box(frame), color)); }
  void area(const Frame& frame, Color color, Color border);
  void ramp(const Frame& frame, Color from, Color to, bool vertical = false);
  void text(std::string_view line, Point start, const TextStyle& style);

  /// Lines in design units, drawn with a pen in design units.
  void lines(std::vector<Segment> segments, double pen, Color color);
  /// Lines in design units, drawn with a pen of `pixels` pixels, so that hairlines stay hairlines at any size.
  void hairlines(std::vector<Segment> segments, int pixels, Color color = gray(0));

  std::vector<Element> take() { return std::move(elements_); }

 private:
  [[nodiscard]] Point place(Point p) const { return {left_ + scale_ * p.x, top_ + scale_ * p.y}; }
  [[nodiscard]] std::vector<Segment> place(std::vector<Segment> segments) const;

  double scale_;
  double left_;
  double top_;
  std::vector<Element> elements_;
};

}  // namespace platerip::samples
