#include "tests/bench/quality/originals/charts.h"

#include <cmath>
#include <vector>

#include "base/lettering/font.h"
#include "samples/paint.h"

namespace platerip::quality {
namespace {

constexpr int ramp_length = 1024;
constexpr int ramp_breadth = 512;

float amount_at(int place) {
  return std::round(255 * static_cast<float>(place) / (ramp_length - 1));
}

}  // namespace

Image ramp_to_the_right() {
  Image ramp(ramp_length, ramp_breadth);
  for (int y = 0; y < ramp.height; ++y)
    for (int x = 0; x < ramp.width; ++x) ramp.row(y)[x] = amount_at(x);
  return ramp;
}

Image ramp_downwards() {
  Image ramp(ramp_breadth, ramp_length);
  for (int y = 0; y < ramp.height; ++y)
    for (int x = 0; x < ramp.width; ++x) ramp.row(y)[x] = amount_at(y);
  return ramp;
}

Image text_page() {
  Image page(768, 512);
  std::vector<samples::Color> row(static_cast<std::size_t>(page.width));
  double baseline = 16, cap_height = 7;
  while (baseline + cap_height < page.height) {
    baseline += cap_height;
    const samples::Element line = samples::strokes(
        lettering::text_strokes("The quick brown fox jumps over the lazy dog: 0123456789, plates & inks",
                                {12, baseline}, cap_height),
        cap_height * 0.13, samples::gray(0));
    for (auto y = static_cast<int>(line.top); y < line.bottom && y < page.height; ++y) {
      for (int x = 0; x < page.width; ++x)
        row[static_cast<std::size_t>(x)] = samples::gray(1 - static_cast<double>(page.at(x, y)) / 255);
      line.paint(y, row);
      for (int x = 0; x < page.width; ++x)
        page.row(y)[x] = static_cast<float>(std::round(255 * (1 - row[static_cast<std::size_t>(x)].r)));
    }
    baseline += 0.8 * cap_height + 4;
    cap_height *= 1.22;
    if (cap_height > 40) cap_height = 7;
  }
  return page;
}

}  // namespace platerip::quality
