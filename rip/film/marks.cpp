#include "rip/film/marks.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/lettering/font.h"
#include "rip/film/film_sheet.h"

namespace platerip::rip {
namespace {

constexpr int bar_steps = 10;                // of 10 percent
constexpr Micrometres longest_patch = 5000;  // of the bar
constexpr double tenths = 10;                // of a micrometre
constexpr double text_height = capital_height * tenths;

// One direction of the sheet, as somebody sees it who holds it upright.
struct Axis {
  std::int64_t size = 0;  // of the sheet in pixels
  Steps steps;
  tiffio::Rational per_unit;
  tiffio::Resolution resolution;

  [[nodiscard]] std::int64_t pixels(Micrometres length) const {
    return pixels_of(length_of(length), per_unit, resolution);
  }
  [[nodiscard]] std::int64_t line() const { return std::max<std::int64_t>(1, pixels(mark_line)); }
  [[nodiscard]] double pitch() const { return resolution.unit_millimetres() * 1000 * tenths / per_unit; }

  // As many pixels as a length has, or one more, so that a line lies exactly in their middle.
  [[nodiscard]] std::int64_t around_line(Micrometres length) const {
    const std::int64_t wanted = std::max(line(), pixels(length));
    return wanted + (wanted - line()) % 2;
  }

  // The first pixel of a mark that is `from` away from the copies: before them, with `length` pixels, or after them.
  [[nodiscard]] std::int64_t before(Micrometres from, std::int64_t length) const {
    return steps.margin - pixels(from) - length;
  }
  [[nodiscard]] std::int64_t after(Micrometres from) const { return size - steps.margin + pixels(from); }

  // The lines just outside of all copies.
  [[nodiscard]] std::vector<std::int64_t> edges() const {
    std::vector<std::int64_t> lines;
    const std::int64_t page = steps.page(size);
    for (std::int64_t copy = 0; copy < steps.copies; ++copy) {
      const std::int64_t begin = steps.begin(copy, page);
      lines.insert(lines.end(), {begin - line(), begin + page});
    }
    return lines;
  }
};

// Draws on the sheet as somebody sees it who holds it upright, and before it is mirrored.
class Drawing {
 public:
  Drawing(const Axis& x, const Axis& y, const Marks& marks)
      : x_(x), y_(y), marks_(marks), pitch_{x.pitch(), y.pitch()} {}

  void draw_crop_marks() {
    const std::int64_t across = x_.pixels(crop_length), down = y_.pixels(crop_length);
    for (const std::int64_t x : x_.edges()) {
      blocks_.push_back({x, y_.before(marks_begin, down), x_.line(), down});
      blocks_.push_back({x, y_.after(marks_begin), x_.line(), down});
    }
    for (const std::int64_t y : y_.edges()) {
      blocks_.push_back({x_.before(marks_begin, across), y, across, y_.line()});
      blocks_.push_back({x_.after(marks_begin), y, across, y_.line()});
    }
  }

  void draw_crosses() {
    const std::int64_t width = x_.around_line(cross_size), height = y_.around_line(cross_size);
    const std::int64_t middle = (x_.size - width) / 2, centre = (y_.size - height) / 2;
    draw_cross({middle, y_.before(begin(), height), width, height});
    draw_cross({middle, y_.after(begin()), width, height});
    draw_cross({x_.before(begin(), width), centre, width, height});
    draw_cross({x_.after(begin()), centre, width, height});
  }

  void draw_bar() {
    const Room room = left_room();
    const std::int64_t patch = std::min(x_.pixels(longest_patch), room.width() / (bar_steps + 1));
    for (int step = 0; step <= bar_steps; ++step) {
      blocks_.push_back(
          {room.begin + step * patch, y_.after(begin()), patch, y_.pixels(bar_depth), step * 100 / bar_steps});
    }
  }

  void draw_label(const FilmLabel& label) {
    std::vector<Room> rooms{left_room()};
    if (marks_.registration) rooms.push_back({x_.size - rooms[0].end, x_.size - rooms[0].begin});
    std::size_t room = 0;
    for (const std::string& part : label) {
      while (room + 1 < rooms.size() && text_pixels(part) > rooms[room].width()) ++room;
      const bool may_be_cut = &part == &label.front() || &part == &label.back();
      if (!may_be_cut && text_pixels(part) > rooms[room].width()) continue;
      const std::string text = cut(part, rooms[room]);
      draw_text(text, rooms[room].begin);
      rooms[room].begin += text_pixels(text + "  ");
    }
  }

  [[nodiscard]] std::vector<Block>& blocks() { return blocks_; }

 private:
  [[nodiscard]] Micrometres begin() const { return outer_marks_begin(marks_); }

  // Columns without other marks, less what stays free.
  struct Room {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    [[nodiscard]] std::int64_t width() const { return std::max<std::int64_t>(0, end - begin); }
  };

  // From the left edge to the cross in the middle, or to the right edge.
  [[nodiscard]] Room left_room() const {
    const std::int64_t apart = x_.pixels(marks_apart);
    return {apart, (marks_.registration ? (x_.size - x_.around_line(cross_size)) / 2 : x_.size) - apart};
  }

  [[nodiscard]] std::int64_t text_pixels(const std::string& text) const {
    return static_cast<std::int64_t>(std::ceil((lettering::text_width(text, text_height) + thickness()) / pitch_.x));
  }

  [[nodiscard]] std::string cut(std::string text, const Room& room) const {
    while (!text.empty() && text_pixels(text) > room.width()) text.pop_back();
    return text;
  }

  void draw_text(const std::string& text, std::int64_t left) {
    const lettering::Point start{thickness() / 2, 0};
    const std::int64_t baseline = y_.before(begin() + descender, y_.line());
    for (const lettering::Segment& stroke : lettering::text_strokes(text, start, text_height))
      draw_stroke(stroke, left, baseline);
  }

  // The width of lines that are not along an axis. No pixel is wider.
  [[nodiscard]] double thickness() const { return std::max({mark_line * tenths, pitch_.x, pitch_.y}); }

  void draw_cross(const Block& box) {
    const std::int64_t width = x_.line(), height = y_.line();
    blocks_.push_back({box.x, box.y + (box.height - height) / 2, box.width, height});
    blocks_.push_back({box.x + (box.width - width) / 2, box.y, width, box.height});
    Block circle{.width = x_.around_line(circle_size), .height = y_.around_line(circle_size)};
    circle.x = box.x + (box.width - circle.width) / 2;
    circle.y = box.y + (box.height - circle.height) / 2;
    draw_circle(circle);
  }

  void draw_circle(const Block& box) {
    const double outer = circle_size * tenths / 2, inner = outer - thickness();
    const std::vector<std::int64_t> xs = from_middle(box.width, pitch_.x), ys = from_middle(box.height, pitch_.y);
    append_shape(blocks_, box, [&](std::int64_t column, std::int64_t row) {
      const std::int64_t x = xs[static_cast<std::size_t>(column)], y = ys[static_cast<std::size_t>(row)];
      const auto square = static_cast<double>(x * x + y * y);
      return square <= outer * outer && square >= inner * inner;
    });
  }

  // How far the centres of pixels are from that of their box. Rounded, so that all machines draw the same.
  static std::vector<std::int64_t> from_middle(std::int64_t pixels, double pitch) {
    std::vector<std::int64_t> places;
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
      places.push_back(std::llround(static_cast<double>(2 * pixel + 1 - pixels) * pitch / 2));
    return places;
  }

  // A line with round ends. Its points count from the corner of the pixel at `left` and `baseline`.
  void draw_stroke(const lettering::Segment& stroke, std::int64_t left, std::int64_t baseline) {
    const std::int64_t x0 = std::llround(stroke.from.x), y0 = std::llround(stroke.from.y);
    const std::int64_t dx = std::llround(stroke.to.x) - x0, dy = std::llround(stroke.to.y) - y0;
    const std::int64_t length = dx * dx + dy * dy;
    const std::int64_t radius = std::llround(thickness() / 2);
    const Block box = box_around(static_cast<double>(x0 + std::min<std::int64_t>(0, dx) - radius),
                                 static_cast<double>(y0 + std::min<std::int64_t>(0, dy) - radius),
                                 static_cast<double>(x0 + std::max<std::int64_t>(0, dx) + radius),
                                 static_cast<double>(y0 + std::max<std::int64_t>(0, dy) + radius), pitch_);
    const Block placed{left + box.x, baseline + box.y, box.width, box.height};
    const std::vector<std::int64_t> xs = centres(box.x, box.width, pitch_.x, x0);
    const std::vector<std::int64_t> ys = centres(box.y, box.height, pitch_.y, y0);
    append_shape(blocks_, placed, [&](std::int64_t column, std::int64_t row) {
      const std::int64_t x = xs[static_cast<std::size_t>(column)], y = ys[static_cast<std::size_t>(row)];
      const std::int64_t along = x * dx + y * dy;
      if (along <= 0) return x * x + y * y <= radius * radius;
      if (along >= length) return (x - dx) * (x - dx) + (y - dy) * (y - dy) <= radius * radius;
      const auto beside = static_cast<double>(x * dy - y * dx), reach = static_cast<double>(radius);
      return beside * beside <= reach * reach * static_cast<double>(length);
    });
  }

  // How far the centres of `count` pixels, from pixel `first` on, are from a point.
  static std::vector<std::int64_t> centres(std::int64_t first, std::int64_t count, double pitch, std::int64_t point) {
    std::vector<std::int64_t> places;
    for (std::int64_t pixel = first; pixel < first + count; ++pixel)
      places.push_back(std::llround((static_cast<double>(pixel) + 0.5) * pitch) - point);
    return places;
  }

  Axis x_;
  Axis y_;
  Marks marks_;
  Pitch pitch_;
  std::vector<Block> blocks_;
};

// Brings a block of the upright sheet to its place among the page's rows.
void lay_down(Block& block, const MarkedSheet& sheet) {
  const Turn upright = then(to_upright(sheet.stepping.orientation), sheet.mirror ? mirrored : unturned);
  std::int64_t width = sheet.width, height = sheet.height;
  if (upright.exchange) std::swap(width, height);
  if (upright.flip_y) block.y = height - block.y - block.height;
  if (upright.flip_x) block.x = width - block.x - block.width;
  if (!upright.exchange) return;
  std::swap(block.x, block.y);
  std::swap(block.width, block.height);
}

// What lies on the sheet. Where pixels are as large as marks, rounded sizes may add up to more than the margin.
std::vector<Block> within(std::vector<Block> blocks, const MarkedSheet& sheet) {
  for (Block& block : blocks) {
    const std::int64_t left = std::max<std::int64_t>(0, block.x), top = std::max<std::int64_t>(0, block.y);
    block.width = std::min(block.x + block.width, sheet.width) - left;
    block.height = std::min(block.y + block.height, sheet.height) - top;
    block.x = left;
    block.y = top;
  }
  std::erase_if(blocks, [](const Block& block) { return block.width <= 0 || block.height <= 0; });
  return blocks;
}

}  // namespace

std::vector<std::vector<Block>> draw_marks(const MarkedSheet& sheet, const Marks& marks,
                                           std::span<const FilmLabel> labels) {
  Axis x{sheet.width, sheet.stepping.x, sheet.resolution.x, sheet.resolution};
  Axis y{sheet.height, sheet.stepping.y, sheet.resolution.y, sheet.resolution};
  if (lies_on_its_side(sheet.stepping.orientation)) std::swap(x, y);
  Drawing of_all(x, y, marks);
  if (marks.crop) of_all.draw_crop_marks();
  if (marks.registration) of_all.draw_crosses();
  if (marks.bar) of_all.draw_bar();
  std::vector<std::vector<Block>> plates;
  for (const FilmLabel& label : labels) {
    Drawing own = of_all;
    if (marks.label) own.draw_label(label);
    for (Block& block : own.blocks()) lay_down(block, sheet);
    plates.push_back(within(std::move(own.blocks()), sheet));
  }
  return plates;
}

}  // namespace platerip::rip
