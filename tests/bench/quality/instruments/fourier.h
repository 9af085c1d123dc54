// Fourier's transform of images, by FFTW.
//
// Functions may throw std::bad_alloc, and nothing else. FFTW plans one transform at a time, so transforms are made and
// destroyed on one thread; a transform serves one thread at a time.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <span>

#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// The transforms of images of one size.
class Fourier {
 public:
  Fourier(int width, int height);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }

  /// The amplitudes Σ image(x, y)·exp(−2πi(ux/width + vy/height)) for u = 0 … width/2 in each of `height` rows v. The
  /// others mirror these. They are valid until the next call, and may be changed before inverse(). Precondition: the
  /// image has the size of the transform.
  std::span<std::complex<float>> forward(const Image& image);

  /// The image of the amplitudes that forward() returned.
  Image inverse();

  /// The image times `gain`, a function of the frequency in cycles per pixel, from −1/2 to 1/2 in each direction.
  Image filtered(const Image& image, const std::function<float(float u, float v)>& gain);

  /// The frequency, in cycles per pixel, of entry `k` of `count`: k/count, or negative for the second half.
  static float frequency(int k, int count);

 private:
  struct Plans;
  int width_;
  int height_;
  std::shared_ptr<Plans> plans_;
};

}  // namespace platerip::quality
