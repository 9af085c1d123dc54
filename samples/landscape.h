// A picture like a photo: a mountain lake at sunrise, computed pixel by pixel.
#pragma once

#include <cstdint>
#include <vector>

#include "samples/color.h"

namespace platerip::samples {

class Landscape {
 public:
  /// The picture, `width` x `height` pixels. It keeps a few numbers per column and no pixels.
  Landscape(std::int64_t width, std::int64_t height, std::uint32_t seed = 1);

  /// The colour of a pixel of the picture.
  [[nodiscard]] Color at(std::int64_t column, std::int64_t row) const;

 private:
  /// The crests of the mountain ranges in one column, as heights from the top of the picture.
  struct Skyline {
    double far = 0;
    double middle = 0;
    double near = 0;
    double shore = 0;
  };

  [[nodiscard]] Skyline skyline(double x) const;
  [[nodiscard]] Color sky(double x, double y) const;
  [[nodiscard]] Color above_water(double x, double y, const Skyline& line) const;
  [[nodiscard]] double forest(double x, double y, double crest) const;
  [[nodiscard]] Color water(double x, double y, const Skyline& line) const;
  [[nodiscard]] Color meadow(double x, double y, double depth) const;
  [[nodiscard]] double inside(double distance) const { return clamp01(distance / pixel_ + 0.5); }

  double pixel_;  // the size of a pixel, if the picture is 1 high
  double sun_x_;
  std::uint32_t seed_;
  std::vector<Skyline> columns_;
};

}  // namespace platerip::samples
