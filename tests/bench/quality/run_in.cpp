#include "tests/bench/quality/run_in.h"

#include <algorithm>
#include <functional>

namespace platerip::quality {
namespace {

constexpr int block = 40;
constexpr int tint_width = 48 * block;
constexpr int side = 64;
constexpr int other_rows = 64;
constexpr int gap = 40;

void fill(Image& page, const Area& area, int tone) {
  for (int y = area.top; y < area.top + area.height; ++y)
    std::fill_n(page.row(y) + area.left, area.width, static_cast<float>(tone));
}

int empty_rows(const Image& plate, const Area& area) {
  for (int y = 0; y < area.height; ++y) {
    const float* row = plate.row(area.top + y) + area.left;
    if (std::any_of(row, row + area.width, [](float amount) { return amount > 0; })) return y;
  }
  return area.height;
}

double empty_rows_by_blocks(const Image& plate, const Area& tint) {
  double sum = 0;
  for (int left = 0; left < tint.width; left += block)
    sum += empty_rows(plate, {tint.left + left, tint.top, block, tint.height});
  return sum * block / tint.width;
}

// For each tone: the rows without dots of the tint that `paint` paints on a page.
RunIn run_in(const Halftone& halftone, const std::function<Image(int tone)>& paint, const Area& tint) {
  RunIn rows{};
  std::transform(run_in_tones.begin(), run_in_tones.end(), rows.begin(),
                 [&](int tone) { return empty_rows_by_blocks(halftone.plate(paint(tone)), tint); });
  return rows;
}

}  // namespace

RunIn run_in_at_page_top(const Halftone& halftone) {
  const auto paint = [](int tone) { return Image(tint_width, 300, static_cast<float>(tone)); };
  return run_in(halftone, paint, {0, 0, tint_width, 300});
}

RunIn run_in_on_paper(const Halftone& halftone) {
  const Area tint{side, side, tint_width, 300};
  const auto paint = [&](int tone) {
    Image page(tint_width + 2 * side, side + tint.height);
    fill(page, tint, tone);
    return page;
  };
  return run_in(halftone, paint, tint);
}

RunIn run_in_under_tints(const Halftone& halftone) {
  const Area tint{side, side + other_rows + gap, tint_width, 300};
  RunIn means{};
  for (const int other : tints_above) {
    const auto paint = [&](int tone) {
      Image page(tint_width + 2 * side, tint.top + tint.height);
      fill(page, {side, side, tint_width, other_rows}, other);
      fill(page, tint, tone);
      return page;
    };
    const RunIn rows = run_in(halftone, paint, tint);
    for (std::size_t k = 0; k < means.size(); ++k) means[k] += rows[k] / tints_above.size();
  }
  return means;
}

SmallTints small_tints(const Halftone& halftone, int width, int height) {
  constexpr int boxes = 200;
  std::ptrdiff_t dots = 0;
  for (int k = 0; k < boxes; ++k) {
    const int left = 16 + 13 * k % 101, top = 16 + 7 * k % 53;  // another place each time
    Image page(left + width + 32, top + height + 16);
    fill(page, {left, top, width, height}, 1);
    const Image plate = halftone.plate(page);
    dots += std::count_if(plate.ink.begin(), plate.ink.end(), [](float amount) { return amount > 0; });
  }
  return {width * height / 255.0, static_cast<double>(dots) / boxes};
}

}  // namespace platerip::quality
