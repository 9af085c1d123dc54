#include "tests/bench/text/prints.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <random>
#include <stdexcept>
#include <utility>

#include "tests/bench/quality/originals/plate_files.h"

namespace platerip::text {
namespace {

using quality::Image;

constexpr int fine = 10;          // points of the print for a pixel, in both directions
constexpr double dot_gain = 0.3;  // pixels
constexpr double paper = 225, solid = 30;

// How far the middle of a point lies outside a pixel, in one direction. The point is in the pixel `offset` before it.
double distance(int point, int offset) {
  const double at = (point + 0.5) / fine;
  return offset < 0 ? at : offset > 0 ? 1 - at : 0;
}

// The pixels that ink a point, relative to the one that it is in.
std::vector<std::pair<int, int>> inking(int x, int y) {
  std::vector<std::pair<int, int>> pixels;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (std::hypot(distance(x, dx), distance(y, dy)) <= dot_gain) pixels.emplace_back(dx, dy);
  return pixels;
}

// The plate enlarged, with the ink spread: a point has the most ink within the dot gain.
Image spread(const Image& plate) {
  Image print(plate.width * fine, plate.height * fine);
  for (int i = 0; i < fine * fine; ++i) {
    const int point_x = i % fine, point_y = i / fine;
    const auto pixels = inking(point_x, point_y);
    for (int y = 0; y < plate.height; ++y) {
      for (int x = 0; x < plate.width; ++x) {
        float most = 0;
        for (const auto& [dx, dy] : pixels)
          most =
              std::max(most, plate.at(std::clamp(x + dx, 0, plate.width - 1), std::clamp(y + dy, 0, plate.height - 1)));
        print.row(y * fine + point_y)[x * fine + point_x] = most;
      }
    }
  }
  return print;
}

// Blurs by a Gaussian along rows and returns the image transposed, with every `pitch`-th column. Beyond the border,
// the outermost pixels repeat.
Image blurred_columns(const Image& image, double sigma, double pitch) {
  const int reach = static_cast<int>(std::ceil(3 * sigma));
  const int columns = static_cast<int>(image.width / pitch);
  Image transposed(image.height, columns);
  std::vector<float> weights(2 * reach + 1);
  for (int x = 0; x < columns; ++x) {
    const double centre = (x + 0.5) * pitch - 0.5;
    const int first = static_cast<int>(std::lround(centre)) - reach;
    float total = 0;
    for (int i = 0; i <= 2 * reach; ++i) {
      const double distance = (first + i - centre) / sigma;
      weights[i] = static_cast<float>(std::exp(-distance * distance / 2));
      total += weights[i];
    }
    for (int y = 0; y < image.height; ++y) {
      float sum = 0;
      for (int i = 0; i <= 2 * reach; ++i) sum += weights[i] * image.at(std::clamp(first + i, 0, image.width - 1), y);
      transposed.row(x)[y] = sum / total;
    }
  }
  return transposed;
}

}  // namespace

std::vector<Barcode> read_barcodes(const std::string& path) {
  std::ifstream file(path);
  std::vector<Barcode> barcodes;
  Barcode b;
  while (file >> b.name >> b.pixels.left >> b.pixels.top >> b.pixels.width >> b.pixels.height >> b.module >> b.blur >>
         b.camera_pixels >> b.noise)
    barcodes.push_back(b);
  if (barcodes.empty() || !file.eof()) throw std::runtime_error(path + ": is no list of barcodes");
  return barcodes;
}

Image photographed(const Barcode& barcode, const Image& plate, unsigned seed) {
  const double sigma = barcode.blur * barcode.module * fine;
  const double pitch = barcode.module * fine / barcode.camera_pixels;
  const Image print = spread(quality::crop(plate, barcode.pixels));
  Image seen = blurred_columns(blurred_columns(print, sigma, pitch), sigma, pitch);
  std::mt19937 random(seed);
  std::normal_distribution<double> noises;
  for (float& ink : seen.ink) {
    const double light = paper + (solid - paper) * ink / 255.0 + barcode.noise * noises(random);
    ink = static_cast<float>(255 - std::clamp(light, 0.0, 255.0));
  }
  return seen;
}

void photograph_barcodes(const std::vector<Barcode>& barcodes, const Image& plate, const std::string& folder) {
  unsigned seed = 0;
  for (const Barcode& barcode : barcodes) {
    const quality::Area& area = barcode.pixels;
    if (area.left < 0 || area.top < 0 || area.left + area.width > plate.width || area.top + area.height > plate.height)
      throw std::runtime_error("prints: the plate does not have the barcode " + barcode.name);
    quality::write_pgm(folder + "/" + barcode.name + ".pgm", photographed(barcode, plate, seed++));
  }
}

}  // namespace platerip::text
