#include "tests/bench/text/photographs.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "separation/edges/crisp.h"
#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/methods/halftones.h"
#include "tests/bench/quality/originals/png_file.h"

namespace platerip::text {
namespace {

using profiles::ColorModel;
using quality::Image;

using Samples = std::vector<std::uint8_t>;

Samples crisp(ColorModel model, int width, int height, const Samples& page) {
  const separation::PixelFormat format{.model = model, .bits = 8};
  Samples out(page.size());
  separation::make_crisp(separation::Crisp::text, format,
                         {.width = width,
                          .rows = height,
                          .in = reinterpret_cast<const std::byte*>(page.data()),
                          .stride = std::ptrdiff_t{width} * format.bytes(),
                          .out = reinterpret_cast<std::byte*>(out.data()),
                          .out_stride = std::ptrdiff_t{width} * format.bytes()});
  return out;
}

int changed(const Samples& a, const Samples& b, int samples_of_pixel) {
  int count = 0;
  for (std::size_t i = 0; i < a.size(); i += samples_of_pixel)
    count += !std::equal(a.begin() + i, a.begin() + i + samples_of_pixel, b.begin() + i);
  return count;
}

Image black_of(const Samples& gray, int width, int height) {
  Image image(width, height);
  std::transform(gray.begin(), gray.end(), image.ink.begin(),
                 [](std::uint8_t sample) { return static_cast<float>(255 - sample); });
  return image;
}

double seen_error(const Image& original, const Image& page) {
  static const std::vector<quality::Halftone> halftones = quality::product_halftones();
  const auto tone = std::ranges::find(halftones, "tone", &quality::Halftone::name);
  return quality::Eye().error(quality::difference(tone->plate(page), original)).e600;
}

// A Gaussian edge through the middle of a square page.
Samples soft_edge(int side, double sigma, double angle) {
  Samples page;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double distance = (x - side / 2.0 + 0.3) * std::cos(angle) + (y - side / 2.0 + 0.6) * std::sin(angle);
      page.push_back(
          static_cast<std::uint8_t>(std::lround(127.5 * (1 + std::erf(distance / (sigma * std::numbers::sqrt2))))));
    }
  }
  return page;
}

}  // namespace

void print_photograph(std::ostream& out, const std::string& path) {
  const quality::RgbPicture picture = quality::read_png(path);
  const int width = picture.width, height = picture.height;
  Samples gray;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) gray.push_back(static_cast<std::uint8_t>(quality::gray_of_rgb(picture.at(x, y))));
  const Samples crisp_gray = crisp(ColorModel::gray, width, height, gray);
  const Samples crisp_rgb = crisp(ColorModel::rgb, width, height, picture.rgb);
  const Image original = black_of(gray, width, height);
  out << path.substr(path.rfind('/') + 1) << ' ' << width * height << ' ' << changed(gray, crisp_gray, 1) << ' '
      << changed(picture.rgb, crisp_rgb, 3) << ' ' << seen_error(original, original) << ' '
      << seen_error(original, black_of(crisp_gray, width, height)) << std::endl;
}

void print_soft_edges(std::ostream& out) {
  constexpr int side = 96, angles = 72;
  for (const double sigma : {0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.5, 2.0, 3.0}) {
    int count = 0;
    for (int i = 0; i < angles; ++i) {
      const Samples page = soft_edge(side, sigma, 2 * std::numbers::pi * i / angles);
      count += changed(page, crisp(ColorModel::gray, side, side, page), 1);
    }
    out << sigma << ' ' << side * side * angles << ' ' << count << '\n';
  }
}

}  // namespace platerip::text
