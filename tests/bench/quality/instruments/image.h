// A picture in memory: one plane of ink amounts, 0 for paper to 255 for solid, as all measurements here take it.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <vector>

namespace platerip::quality {

/// Ink amounts in gray levels of 255, row by row. A halftoned plate's amounts are its pixels' levels, stretched to 255;
/// an error's amounts may be negative.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<float> ink;

  Image() = default;
  Image(int columns, int rows, float amount = 0)
      : width(columns), height(rows), ink(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows), amount) {}

  [[nodiscard]] float* row(int y) { return ink.data() + std::ptrdiff_t{y} * width; }
  [[nodiscard]] const float* row(int y) const { return ink.data() + std::ptrdiff_t{y} * width; }
  [[nodiscard]] float at(int x, int y) const { return row(y)[x]; }
};

/// A rectangle of pixels.
struct Area {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

/// All of an image but `margin` pixels on each side. Precondition: something remains.
Area inside(const Image& image, int margin);

/// A part of an image. Precondition: the area lies in the image.
Image crop(const Image& image, const Area& area);

/// The difference a − b, pixel by pixel. Precondition: both have one size.
Image difference(const Image& a, const Image& b);

/// The mean amount in an area, and the root of the mean square.
double mean(const Image& image, const Area& area);
double rms(const Image& image, const Area& area);

/// The image `times` as wide and high, by cubic interpolation (Keys 1981, a = −1/2), rounded to whole levels from 0 to
/// 255. The centres of the pixels in the corners move inwards; beyond the border the outermost pixels repeat.
Image enlarged(const Image& image, int times);

}  // namespace platerip::quality
