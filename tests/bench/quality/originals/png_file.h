// PNG files of 8-bit pictures, by libpng.
//
// Functions may throw std::bad_alloc, and std::runtime_error, whose message names the file. They are thread-safe.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

struct RgbPicture {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgb;  ///< red, green, blue of each pixel, row by row

  [[nodiscard]] std::array<std::uint8_t, 3> at(int x, int y) const {
    const std::uint8_t* pixel = rgb.data() + 3 * (std::ptrdiff_t{y} * width + x);
    return {pixel[0], pixel[1], pixel[2]};
  }
};

/// (299·R + 587·G + 114·B + 500) div 1000, of the values as they are (ITU-R BT.601).
constexpr int gray_of_rgb(const std::array<std::uint8_t, 3>& rgb) {
  return (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000;
}

/// Reads any PNG as RGB. Errors: it cannot be read, or has more than 2²⁸ pixels.
RgbPicture read_png(const std::string& path);

/// Writes ink amounts as grays: 0 is white, 255 and more are black. Errors: the file cannot be written.
void write_png(const std::string& path, const Image& image);

}  // namespace platerip::quality
