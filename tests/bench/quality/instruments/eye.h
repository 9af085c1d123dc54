// What an eye sees of an error: R. Näsänen, "Visibility of halftone dot textures", IEEE Transactions on Systems, Man,
// and Cybernetics 14, 1984.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "tests/bench/quality/instruments/fourier.h"
#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

inline constexpr double luminance = 11;         // of paper, in cd/m²
inline constexpr double viewing_distance = 30;  // in cm

/// How much of a sine wave's amplitude passes the eye: exp(−f / (0.525·ln 11 + 3.91)), where f is the frequency in
/// cycles per degree. 1 at frequency 0. Thread-safe.
double passed_by_eye(double cycles_per_degree);

/// Pixels in a degree of the field of view. Thread-safe.
double pixels_per_degree(double dpi);

/// An image as the eye sees it. Beyond its border it repeats.
Image seen(Fourier& fourier, const Image& image, double dpi);

/// With a border of this many pixels, what comes from the opposite side is less than a hundredth of Floyd and
/// Steinberg's error.
inline constexpr int eye_margin = 32;

/// RMS errors that the eye sees at 300, 600 and 1200 dpi, in gray levels of 255.
struct SeenError {
  double e300 = 0;
  double e600 = 0;
  double e1200 = 0;
};

/// The root of the mean of the squares. Precondition: there is at least one.
SeenError quadratic_mean(const std::vector<SeenError>& errors);

/// Measures errors of any number of images. One thread at a time.
class Eye {
 public:
  /// The RMS of an error (plate − original) as the eye sees it, the mean error included. A border of `margin` pixels
  /// is not counted: there the eye would see the error of the opposite border, which the transform takes for a
  /// neighbour. Errors at more than `most_dpi` are not measured and stay 0. Precondition: the margin leaves something.
  SeenError error(const Image& difference, int margin = eye_margin, double most_dpi = 1200);

 private:
  struct Gains {
    Fourier fourier;
    std::array<std::vector<float>, 3> of_resolution;  // for each amplitude
  };
  Gains& gains(int width, int height);

  std::map<std::pair<int, int>, Gains> gains_;
};

}  // namespace platerip::quality
