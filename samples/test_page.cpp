#include "samples/test_page.h"

#include <cmath>
#include <memory>
#include <string>
#include <utility>

#include "samples/landscape.h"
#include "samples/noise.h"
#include "samples/sheet.h"
#include "samples/still_life.h"

namespace platerip::samples {
namespace {

constexpr Color white = gray(1);
constexpr Color black = gray(0);
constexpr Color ink = gray(0.07);
constexpr double left = 180;
constexpr double right = 2220;

struct Patch {
  Color color;
  const char* label;
};

void registration_mark(Sheet& sheet, Point middle) {
  std::vector<Segment> mark;
  append_circle(mark, middle, 22);
  append_circle(mark, middle, 10);
  mark.push_back({{middle.x - 36, middle.y}, {middle.x + 36, middle.y}});
  mark.push_back({{middle.x, middle.y - 36}, {middle.x, middle.y + 36}});
  sheet.hairlines(std::move(mark), 2);
}

/// Crop marks at the corners of the trimmed page, and registration marks in the middle of its sides, all outside of it.
void marks(Sheet& sheet) {
  constexpr double trim_left = 110, trim_top = 110;
  constexpr double trim_right = Sheet::design_width - trim_left, trim_bottom = Sheet::design_height - trim_top;
  constexpr double gap = 20, length = 70;
  std::vector<Segment> crop;
  for (const double y : {trim_top, trim_bottom}) {
    crop.push_back({{trim_left - gap - length, y}, {trim_left - gap, y}});
    crop.push_back({{trim_right + gap, y}, {trim_right + gap + length, y}});
  }
  for (const double x : {trim_left, trim_right}) {
    crop.push_back({{x, trim_top - gap - length}, {x, trim_top - gap}});
    crop.push_back({{x, trim_bottom + gap}, {x, trim_bottom + gap + length}});
  }
  sheet.hairlines(std::move(crop), 2);

  for (const double y : {55.0, Sheet::design_height - 55}) registration_mark(sheet, {Sheet::design_width / 2, y});
  for (const double x : {55.0, Sheet::design_width - 55}) registration_mark(sheet, {x, Sheet::design_height / 2});
}

void heading(Sheet& sheet) {
  sheet.text("platerip", {left, 258}, {.cap_height = 74, .weight = 15});
  sheet.text("RGB page to halftoned plates", {right, 222}, {.cap_height = 25, .align = Align::right});
  sheet.text("Sample page, 8 x 10 2/3 in at 300 dpi", {right, 268}, {.cap_height = 19, .align = Align::right});
  sheet.area({left, 292, right - left, 3}, ink);
}

void landscape(Sheet& sheet, const Frame& frame) {
  const Box box = sheet.box(frame);
  if (box.height() == 0) return;  // on a page of a few pixels
  const auto picture = std::make_shared<const Landscape>(box.width(), box.height());
  sheet.add(fill(box, [picture](std::int64_t column, std::int64_t row) { return picture->at(column, row); }));
}

void ramps(Sheet& sheet, const Frame& frame) {
  static constexpr Patch inks[] = {{black, "K"},         {rgb(0x00FFFF), "C"}, {rgb(0xFF00FF), "M"},
                                   {rgb(0xFFFF00), "Y"}, {rgb(0xFF0000), "R"}, {rgb(0x00FF00), "G"},
                                   {rgb(0x0000FF), "B"}};
  constexpr double pitch = 81.3, bar = 72;
  double y = frame.y;
  for (const Patch& patch : inks) {
    sheet.text(patch.label, {frame.x, y + bar / 2 + 12}, {.cap_height = 24});
    sheet.ramp({frame.x + 50, y, frame.width - 50, bar}, patch.color, white);
    y += pitch;
  }
}

void patches(Sheet& sheet, double top) {
  static constexpr Patch row[] = {{rgb(0xF6DDCB), "Skin 1"}, {rgb(0xE8BE9F), "Skin 2"},  {rgb(0xD19C77), "Skin 3"},
                                  {rgb(0xAE7550), "Skin 4"}, {rgb(0x7C4E33), "Skin 5"},  {rgb(0x4A2D20), "Skin 6"},
                                  {rgb(0xFF0000), "Red"},    {rgb(0x00FF00), "Green"},   {rgb(0x0000FF), "Blue"},
                                  {rgb(0x00FFFF), "Cyan"},   {rgb(0xFF00FF), "Magenta"}, {rgb(0xFFFF00), "Yellow"}};
  constexpr double pitch = (right - left + 18) / 12;
  double x = left;
  for (const Patch& patch : row) {
    sheet.area({x, top, pitch - 18, 128}, patch.color);
    sheet.text(patch.label, {x, top + 160}, {.cap_height = 17});
    x += pitch;
  }
}

/// Gray from paper to black in steps of 5 percent.
void gray_wedge(Sheet& sheet, double top) {
  constexpr int steps = 20;
  constexpr double pitch = (right - left) / (steps + 1);
  for (int step = 0; step <= steps; ++step) {
    const Frame frame{left + pitch * step, top, pitch, 90};
    const int percent = 100 * step / steps;
    const Color tone = gray(1 - percent / 100.0);
    percent == 0 ? sheet.area(frame, tone, gray(0.8)) : sheet.area(frame, tone);
    sheet.text(std::to_string(percent), {frame.x + pitch / 2, top + 118}, {.cap_height = 15, .align = Align::middle});
  }
}

void fine_text(Sheet& sheet, const Frame& frame) {
  constexpr double sizes[] = {44, 34, 25, 20, 16, 13, 11, 9, 8, 7, 6};  // heights of capitals, in 1/300 inch
  static constexpr const char* pangram = "Sphinx of black quartz, judge my vow 0123456789";
  double baseline = frame.y;
  for (const double size : sizes) {
    baseline += size * 1.08;
    std::string line = pangram;
    if (size > 40) line = "Sphinx of black quartz";
    if (size > 30 && size < 40) line = "Sphinx of black quartz, judge";
    if (size < 18)
      line += size > 12 ? ". Fine text at 300 dpi" : ". How finely did you want your small print set (&c.)?";
    sheet.text(line, {frame.x, baseline}, {.cap_height = size, .weight = size < 9 ? 15.0 : 13.0});
    baseline += size * 1.2 + 8;
  }
}

/// Light on dark and colour on colour: here, plates that are out of register show first.
void reversed_text(Sheet& sheet, const Frame& frame) {
  struct Band {
    Color paper, text;
    const char* line;
  };
  static constexpr Band bands[] = {{rgb(0x000000), white, "Reversed out of black"},
                                   {rgb(0x14324F), rgb(0xF4C81E), "Yellow on midnight blue"},
                                   {rgb(0x8C1C2B), rgb(0xF3E3CF), "Cream on burgundy"},
                                   {rgb(0xE9DFC9), rgb(0x1E5B3A), "Green on sand"}};
  const double height = frame.height / 4;
  double y = frame.y;
  for (const Band& band : bands) {
    sheet.area({frame.x, y, frame.width, height}, band.paper);
    sheet.text(band.line, {frame.x + 18, y + 34}, {.cap_height = 20, .color = band.text});
    sheet.text("Thin strokes must stay open in every ink 0123456789", {frame.x + 18, y + 55},
               {.cap_height = 9, .color = band.text});
    y += height;
  }
}

void hairlines(Sheet& sheet, const Frame& frame) {
  double y = frame.y + 12;
  for (const int pixels : {1, 2, 3}) {
    const std::string label = std::to_string(pixels) + " px";
    sheet.text(label, {frame.x, y + 16}, {.cap_height = 15});
    std::vector<Segment> group;
    group.reserve(4 + 8 + 8);
    for (int i = 0; i < 4; ++i) group.push_back({{frame.x + 70, y + 10.0 * i}, {frame.x + 240, y + 10.0 * i}});
    for (int i = 0; i < 8; ++i)
      group.push_back({{frame.x + 262 + 10.0 * i, y - 4}, {frame.x + 262 + 10.0 * i, y + 34}});
    for (int i = 0; i < 8; ++i) {
      const double x = frame.x + 358 + 10.0 * i;
      group.push_back({{x, y + 34}, {x + 38, y - 4}});
    }
    sheet.hairlines(std::move(group), pixels);
    y += 68;
  }
}

/// Lines of one pixel, from a corner to points along the two opposite sides.
void fan(Sheet& sheet, const Frame& frame) {
  constexpr int lines = 18;
  std::vector<Segment> rays;
  for (int i = 0; i <= lines; ++i) {
    const double t = static_cast<double>(i) / lines;
    rays.push_back({{frame.x, frame.bottom()}, {frame.x + t * frame.width, frame.y}});
    rays.push_back({{frame.x, frame.bottom()}, {frame.right(), frame.y + t * frame.height}});
  }
  sheet.hairlines(std::move(rays), 1);
}

/// Rings that become finer outwards, down to two pixels. A regular pattern in the halftone shows as moiré.
void rings(Sheet& sheet, const Frame& frame) {
  const Box box = sheet.box(frame);
  const double middle = static_cast<double>(box.width()) / 2;
  sheet.add(fill(box, [middle](std::int64_t column, std::int64_t row) {
    const double dx = static_cast<double>(column) + 0.5 - middle;
    const double dy = static_cast<double>(row) + 0.5 - middle;
    const double r2 = dx * dx + dy * dy;
    const double turns = r2 / (4.4 * middle);
    const double phase = turns - static_cast<double>(floor_to_integer(turns));
    const double wave = smooth_step(0, 1, std::fabs(2 * phase - 1));
    const double edge = clamp01(middle - std::sqrt(r2) + 0.5);
    return gray(mix(1, wave, edge));
  }));
}

void vertical_ramps(Sheet& sheet, const Frame& frame) {
  static constexpr Color tops[] = {black, rgb(0x00A0E9), rgb(0xE4007F), rgb(0xFFE600), rgb(0x7C4E33), rgb(0x2F8F46)};
  const double pitch = (frame.width + 8) / 6;
  double x = frame.x;
  for (const Color& top : tops) {
    sheet.ramp({x, frame.y, pitch - 8, frame.height}, top, white, true);
    x += pitch;
  }
}

}  // namespace

std::vector<Element> test_page(std::int64_t width, std::int64_t height) {
  Sheet sheet(width, height);
  marks(sheet);
  heading(sheet);
  landscape(sheet, {left, 320, right - left, 1160});

  const Frame life{left, 1510, 1010, 560};
  const Box life_box = sheet.box(life);
  sheet.add(fill(life_box, still_life(life_box.width(), life_box.height())));
  ramps(sheet, {1224, 1510, right - 1224, 560});

  patches(sheet, 2104);
  gray_wedge(sheet, 2292);

  fine_text(sheet, {left, 2446, 870, 560});
  reversed_text(sheet, {1080, 2452, 500, 280});
  hairlines(sheet, {1080, 2762, 500, 220});
  vertical_ramps(sheet, {1610, 2452, 290, 530});
  rings(sheet, {1930, 2452, 290, 290});
  fan(sheet, {1930, 2762, 290, 220});

  sheet.area({left, 3012, right - left, 3}, ink);
  sheet.text("Made by samples/make-page: the same bytes on every machine", {left, 3048}, {.cap_height = 17});
  sheet.text("sRGB", {right, 3048}, {.cap_height = 17, .align = Align::right});
  return sheet.take();
}

}  // namespace platerip::samples
