#include "tests/bench/quality/instruments/image.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace platerip::quality {
namespace {

// The weights of the four pixels around a place `t` (0 to 1) behind the second of them.
std::array<float, 4> cubic_weights(float t) {
  const float t2 = t * t, t3 = t2 * t;
  return {(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2, (t3 - t2) / 2};
}

// Enlarges rows only, and turns the picture, so that twice is both directions.
Image enlarged_and_turned(const Image& image, int times) {
  Image made(image.height, image.width * times);
  for (int x = 0; x < image.width * times; ++x) {
    const float place = (static_cast<float>(x) + 0.5F) / static_cast<float>(times) - 0.5F;
    const int left = static_cast<int>(std::floor(place));
    const auto weights = cubic_weights(place - static_cast<float>(left));
    for (int y = 0; y < image.height; ++y) {
      float sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += weights[static_cast<std::size_t>(k)] * image.at(std::clamp(left - 1 + k, 0, image.width - 1), y);
      made.row(x)[y] = sum;
    }
  }
  return made;
}

template <typename Term>
double mean_of(const Image& image, const Area& area, Term term) {
  double sum = 0;
  for (int y = area.top; y < area.top + area.height; ++y)
    for (int x = area.left; x < area.left + area.width; ++x) sum += term(static_cast<double>(image.at(x, y)));
  return sum / (static_cast<double>(area.width) * area.height);
}

}  // namespace

Area inside(const Image& image, int margin) {
  return {margin, margin, image.width - 2 * margin, image.height - 2 * margin};
}

Image crop(const Image& image, const Area& area) {
  Image made(area.width, area.height);
  for (int y = 0; y < area.height; ++y) std::copy_n(image.row(area.top + y) + area.left, area.width, made.row(y));
  return made;
}

Image difference(const Image& a, const Image& b) {
  Image made(a.width, a.height);
  std::transform(a.ink.begin(), a.ink.end(), b.ink.begin(), made.ink.begin(), [](float p, float q) { return p - q; });
  return made;
}

double mean(const Image& image, const Area& area) {
  return mean_of(image, area, [](double amount) { return amount; });
}

double rms(const Image& image, const Area& area) {
  return std::sqrt(mean_of(image, area, [](double amount) { return amount * amount; }));
}

Image enlarged(const Image& image, int times) {
  Image made = enlarged_and_turned(enlarged_and_turned(image, times), times);
  for (float& amount : made.ink) amount = std::round(std::clamp(amount, 0.F, 255.F));
  return made;
}

}  // namespace platerip::quality
