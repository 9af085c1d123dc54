#include "tests/bench/quality/originals/photographs.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "samples/landscape.h"
#include "samples/still_life.h"
#include "tests/bench/quality/originals/png_file.h"

namespace platerip::quality {
namespace {

// As in the script kodak_photographs.
constexpr std::array names{"kodim01", "kodim04", "kodim05", "kodim08", "kodim13", "kodim15", "kodim19", "kodim23"};

// `color` gives red, green and blue of a pixel, 0 to 255.
Photograph photograph_of(const std::string& name, int width, int height,
                         const std::function<std::array<std::uint8_t, 3>(int x, int y)>& color) {
  Photograph made{name, std::vector<Image>(3, Image(width, height)), Image(width, height)};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const auto rgb = color(x, y);
      for (std::size_t k = 0; k < 3; ++k) made.cmy[k].row(y)[x] = static_cast<float>(255 - rgb[k]);
      made.gray.row(y)[x] = static_cast<float>(255 - gray_of_rgb(rgb));
    }
  }
  return made;
}

}  // namespace

std::vector<Photograph> read_photographs(const std::string& folder) {
  std::vector<Photograph> photographs;
  for (const char* name : names) {
    const std::string path = folder + "/" + name + ".png";
    const RgbPicture picture = read_png(path);
    const bool is_one =
        (picture.width == 768 && picture.height == 512) || (picture.width == 512 && picture.height == 768);
    if (!is_one) throw std::runtime_error(path + ": is not 768x512 or 512x768");
    photographs.push_back(
        photograph_of(name, picture.width, picture.height, [&](int x, int y) { return picture.at(x, y); }));
  }
  return photographs;
}

std::vector<Photograph> drawn_photographs() {
  constexpr int width = 768, height = 512;
  const samples::Landscape landscape(width, height);
  const samples::Picture balls = samples::still_life(width, height);
  const auto bytes = [](const samples::Color& color) {
    const auto byte = [](double v) { return static_cast<std::uint8_t>(std::lround(255 * samples::clamp01(v))); };
    return std::array{byte(color.r), byte(color.g), byte(color.b)};
  };
  return {photograph_of("landscape", width, height, [&](int x, int y) { return bytes(landscape.at(x, y)); }),
          photograph_of("still-life", width, height, [&](int x, int y) { return bytes(balls(x, y)); })};
}

Image enlarged_middle(const Image& photograph, int times) {
  const int width = photograph.width / times, height = photograph.height / times;
  return enlarged(crop(photograph, {(photograph.width - width) / 2, (photograph.height - height) / 2, width, height}),
                  times);
}

}  // namespace platerip::quality
