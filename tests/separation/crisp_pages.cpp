#include "tests/separation/crisp_pages.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace platerip::test {

using separation::Alpha;

separation::PixelFormat any_format(std::mt19937& random) {
  using profiles::ColorModel;
  constexpr ColorModel models[] = {ColorModel::gray, ColorModel::rgb, ColorModel::rgb, ColorModel::cmyk,
                                   ColorModel::lab};
  constexpr Alpha alphas[] = {Alpha::none, Alpha::none, Alpha::associated, Alpha::unassociated};
  separation::PixelFormat format;
  format.model = models[random() % (random() % 4 == 0 ? 5 : 4)];
  format.alpha = format.model == ColorModel::lab ? Alpha::none : alphas[random() % 4];
  format.bits = random() % 2 == 0 ? 8 : 16;
  format.spots = random() % 4 == 0 ? 1 + static_cast<int>(random() % 2) : 0;
  format.has_colors = format.spots == 0 || random() % 5 != 0;
  return format;
}

namespace {

// How much of each pixel shapes cover, from 0 to 1: strokes of 0.2 to 4 pixels, and discs.
std::vector<double> shapes(std::mt19937& random, int width, int height) {
  std::vector<double> covered(width * height, 0);
  const auto number = [&](double from, double to) { return std::uniform_real_distribution(from, to)(random); };
  for (int left = width * height / 150 + 1; left > 0; --left) {
    const double x = number(-2, width + 2), y = number(-2, height + 2), angle = number(0, 3.14);
    const double length = random() % 3 == 0 ? 0 : number(0, 25);  // 0: a disc
    const double radius = length == 0 ? number(0.3, 5) : number(0.1, 2), soft = random() % 8 == 0 ? number(1, 3) : 1;
    const double cosine = random() % 3 == 0 ? 1 : std::cos(angle), sine = std::sqrt(1 - cosine * cosine);
    for (int py = 0; py < height; ++py) {
      for (int px = 0; px < width; ++px) {
        const double dx = px + 0.5 - x, dy = py + 0.5 - y;
        const double along = std::clamp(dx * cosine + dy * sine, 0.0, length);
        const double distance = std::hypot(dx - along * cosine, dy - along * sine);
        double& pixel = covered[py * width + px];
        pixel = std::max(pixel, std::clamp((radius - distance) / soft + 0.5, 0.0, std::min(1.0, 2 * radius)));
      }
    }
  }
  return covered;
}

}  // namespace

SamplePage any_page(std::mt19937& random, const separation::PixelFormat& format, int width, int height) {
  SamplePage page{format, width, height, {}};
  const int step = page.samples_of_pixel(), full = format.bits == 8 ? 255 : 65535;
  const int coverage = format.alpha == Alpha::none ? -1 : format.color_bytes() / (format.bits / 8) - 1;
  const auto any = [&](int most) { return static_cast<int>(random() % (static_cast<unsigned>(most) + 1)); };
  const auto one_in = [&](int count) { return any(count - 1) == 0; };
  const int kind = any(9), noise = one_in(4) ? any(full / 8) : one_in(4) ? any(full / 100) : 0;
  const bool has_colors = one_in(4);
  std::vector<int> ink, paper;
  for (int i = 0; i < step; ++i) {
    const bool is_tint = has_colors && one_in(3);
    ink.push_back(is_tint ? any(full) : i == coverage ? full : 0);
    paper.push_back(is_tint && one_in(2) ? any(full) : i == coverage && one_in(2) ? 0 : full);
  }
  if (one_in(4)) std::swap(ink, paper);
  for (const double c : shapes(random, width, height)) {
    const int speck = kind == 3 && one_in(200) ? any(full) : -1;
    for (int i = 0; i < step; ++i) {
      int sample = static_cast<int>(std::lround(c * ink[i] + (1 - c) * paper[i]));
      if (kind == 0) sample = any(full);
      if (kind == 1) sample = paper[i];
      if (kind == 2) sample = one_in(2) ? any(full) : any(1) * full;
      if (speck >= 0) sample = speck;
      if (noise > 0 && kind > 2) sample += any(2 * noise) - noise;
      page.samples.push_back(std::clamp(sample, 0, full));
    }
  }
  return page;
}

SamplePage page_of_strokes(std::mt19937& random, const separation::PixelFormat& format, int width, int height) {
  SamplePage page{format, width, height, {}};
  const int step = page.samples_of_pixel(), full = format.bits == 8 ? 255 : 65535;
  const bool is_cmyk = format.model == profiles::ColorModel::cmyk, has_alpha = format.alpha != Alpha::none;
  for (const double covered : shapes(random, width, height)) {
    const int amount = static_cast<int>(std::lround(covered * full));
    for (int i = 0; i < step; ++i) {
      const int black = is_cmyk && i < 3 ? 0 : amount;
      page.samples.push_back(has_alpha ? (i == step - 1 ? amount : 0) : is_cmyk ? black : full - amount);
    }
  }
  return page;
}

}  // namespace platerip::test
