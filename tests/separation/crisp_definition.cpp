#include "tests/separation/crisp_definition.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace platerip::test {
namespace {

using namespace separation;

/// Amounts of a page. Beyond its borders the nearest one repeats.
struct Grid {
  int width, height;
  std::vector<int> values;
  [[nodiscard]] int operator()(int x, int y) const {
    return values[std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1)];
  }
};

std::vector<int> square(const Grid& grid, int x, int y, int radius) {
  std::vector<int> values;
  for (int dy = -radius; dy <= radius; ++dy) {
    for (int dx = -radius; dx <= radius; ++dx) values.push_back(grid(x + dx, y + dy));
  }
  std::ranges::sort(values);
  return values;
}

int threshold(const Grid& grid, int x, int y, int u) {
  const int full = 255 * u, v = grid(x, y);
  const int sharp = v < 128 * u ? 0 : full;
  if (std::abs(v - 128 * u) > 12 * u) return sharp;
  const int l = grid(x - 1, y), r = grid(x + 1, y), a = grid(x, y - 1), b = grid(x, y + 1);
  const int step = 32 * u;
  const bool ridge = (l + step < v && r + step < v) || (a + step < v && b + step < v);
  const bool valley = (l > v + step && r > v + step) || (a > v + step && b > v + step);
  if (ridge && !valley) return full;
  if (valley && !ridge) return 0;
  const int g = 2 * r - 2 * l + b - a;
  if (g == 0) return sharp;
  return g < 0 ? 0 : full;
}

struct Crossing {
  int mass;
  bool on;
};

/// A stroke that the profile q crosses, between sides whose greatest amounts are s0 and s1.
std::optional<Crossing> crossing(const std::vector<int>& q, int s0, int s1, int u, int hair) {
  std::vector<int> inked;
  for (const int amount : q) inked.push_back(amount > 2 * u ? 1 : 0);
  int from = 2, to = 2;
  if (inked[1] == 1 && inked[3] == 1) {
    if (inked[0] + inked[4] > 0) return {};
    from = 1;
    to = 3;
  } else if (inked[3] == 1) {
    to = 3 + inked[4];
  } else if (inked[1] == 1) {
    from = 1 - inked[0];
  }
  const std::vector<int> run(q.begin() + from, q.begin() + to + 1);
  const int own = 2 - from;
  if (run.size() == 3) {
    if (run[1] < run[0] || run[1] < run[2]) return {};
    if (4 * std::min(run[0], run[2]) >= 3 * run[1]) return {};
    if (own == 0 && 2 * run[2] > run[1]) return {};
    if (own == 2 && 2 * run[0] > run[1]) return {};
  }
  int mass = 0;
  for (const int r : run) mass += r;
  if (mass < hair) return {};
  const int pixels = mass >= 638 * u ? 3 : mass >= 383 * u ? 2 : 1;

  bool on = true;
  if (run.size() == 2 && pixels == 1) on = own == 0 ? run[0] >= run[1] : run[1] > run[0];
  if (run.size() == 3 && own != 1) {
    const bool greater = own == 0 ? run[0] >= run[2] : run[2] > run[0];
    on = pixels == 3 || (pixels == 2 && greater);
  }

  const int crest = std::max(q[1], std::max(q[2], q[3]));
  const bool here = 2 * s0 >= crest, there = 2 * s1 >= crest;
  if (!here && !there) return {};
  if (here != there && (2 * s0 > 3 * crest || 2 * s1 > 3 * crest)) return {};
  return Crossing{mass, on};
}

/// What the stroke of ink at this pixel makes of the amount; nothing if there is none.
std::optional<int> stroke(const Grid& a, int x, int y, int u, int hair) {
  int empty = 0;
  for (const int value : square(a, x, y, 2)) empty += value <= 2 * u ? 1 : 0;
  if (empty < 10) return {};
  std::vector<int> row, column;
  for (int k = -2; k <= 2; ++k) {
    row.push_back(a(x + k, y));
    column.push_back(a(x, y + k));
  }
  int above = 0, below = 0, left = 0, right = 0;
  for (int k = -1; k <= 1; ++k) {
    above = std::max(above, a(x + k, y - 1));
    below = std::max(below, a(x + k, y + 1));
    left = std::max(left, a(x - 1, y + k));
    right = std::max(right, a(x + 1, y + k));
  }
  const auto across = crossing(row, above, below, u, hair), down = crossing(column, left, right, u, hair);
  if (!across && !down) return {};
  const bool takes_row = across && (!down || across->mass <= down->mass);
  return (takes_row ? across : down)->on ? 255 * u : 0;
}

std::optional<int> decided(Crisp crisp, const Grid& grid, const Grid& reversed, int x, int y, int u) {
  const int full = 255 * u, hair = (crisp == Crisp::hairlines ? 56 : 96) * u;
  const std::vector<int> near = square(grid, x, y, 1);
  if (near.back() - near.front() < 32 * u) return {};
  if (near.front() <= 2 * u && near.back() >= full - 2 * u) return threshold(grid, x, y, u);
  const int v = grid(x, y);
  if (v > 2 * u && v < full - 2 * u) {
    if (const auto ink = stroke(grid, x, y, u, hair)) return *ink;
    if (const auto paper = stroke(reversed, x, y, u, hair)) return full - *paper;
  }
  if (crisp != Crisp::soft) return {};
  const std::vector<int> far = square(grid, x, y, 2);
  if (far.front() > 64 * u || far.back() < full - 64 * u) return {};
  int steepest = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const std::vector<int> window = square(grid, x + dx, y + dy, 1);
      steepest = std::max(steepest, window.back() - window.front());
    }
  }
  if (steepest < 80 * u) return {};
  return threshold(grid, x, y, u);
}

/// The pixel over white paper, without alpha.
std::vector<int> seen(const SamplePage& page, const int* pixel) {
  const std::int64_t full = page.format.bits == 8 ? 255 : 65535;
  const int colors = colors_of(page.format.model);
  const std::int64_t paper = page.format.model == profiles::ColorModel::cmyk ? 0 : full;
  std::vector<int> all;
  for (int c = 0; c < colors; ++c) {
    const std::int64_t color = pixel[c], alpha = page.format.alpha == Alpha::none ? full : pixel[colors];
    std::int64_t value = color;
    if (page.format.alpha == Alpha::unassociated) value = (color * alpha + paper * (full - alpha) + full / 2) / full;
    if (page.format.alpha == Alpha::associated && paper > 0) value = std::min(full, color + full - alpha);
    all.push_back(static_cast<int>(value));
  }
  return all;
}

void change(const SamplePage& page, int* pixel, bool to_solid) {
  const int full = page.format.bits == 8 ? 255 : 65535;
  const int colors = colors_of(page.format.model);
  const bool has_alpha = page.format.alpha != Alpha::none, is_cmyk = page.format.model == profiles::ColorModel::cmyk;
  const std::vector<int> before = seen(page, pixel);
  int* const alpha = has_alpha ? pixel + colors : nullptr;
  if (is_cmyk) {
    const bool is_empty = pixel[0] + pixel[1] + pixel[2] == 0;
    pixel[3] = to_solid ? full : 0;
    if (to_solid && has_alpha) {
      std::copy_n(before.begin(), 3, pixel);
      *alpha = full;
    } else if (has_alpha && is_empty) {
      *alpha = 2 * *alpha > full ? full : 0;
    }
    return;
  }
  if (has_alpha) *alpha = to_solid || 2 * *alpha > full ? full : 0;
  const int white = page.format.alpha == Alpha::associated ? *alpha : full;
  std::fill_n(pixel, colors, to_solid ? 0 : white);
}

}  // namespace

SamplePage crisp_by_definition(Crisp crisp, const SamplePage& page) {
  const profiles::ColorModel model = page.format.model;
  if (crisp == Crisp::off || model == profiles::ColorModel::lab || !page.format.has_colors) return page;
  const int u = page.format.bits == 8 ? 1 : 257, full = 255 * u, step = page.samples_of_pixel();
  Grid darkest{page.width, page.height, {}}, lightest = darkest;
  for (int i = 0; i < page.width * page.height; ++i) {
    const std::vector<int> colors = seen(page, &page.samples[i * step]);
    const bool is_cmyk = model == profiles::ColorModel::cmyk;
    darkest.values.push_back(is_cmyk ? colors[3] : full - *std::ranges::min_element(colors));
    lightest.values.push_back(is_cmyk ? colors[3] : full - *std::ranges::max_element(colors));
  }
  const auto reversed = [&](Grid grid) {
    for (int& value : grid.values) value = full - value;
    return grid;
  };
  const Grid dark_reversed = reversed(darkest), light_reversed = reversed(lightest);
  SamplePage made = page;
  for (int y = 0; y < page.height; ++y) {
    for (int x = 0; x < page.width; ++x) {
      const auto dark = decided(crisp, darkest, dark_reversed, x, y, u);
      const auto light = decided(crisp, lightest, light_reversed, x, y, u);
      if (!dark || !light || *dark != *light) continue;
      if (darkest(x, y) == *dark && lightest(x, y) == *light) continue;
      change(page, &made.samples[(y * page.width + x) * step], *dark == full);
    }
  }
  return made;
}

}  // namespace platerip::test
