#include "tests/bench/quality/instruments/fourier.h"

#include <fftw3.h>

#include <algorithm>
#include <new>

namespace platerip::quality {

struct Fourier::Plans {
  Plans(int width, int height)
      : pixels(fftwf_alloc_real(std::size_t{1} * width * height)),
        amplitudes(fftwf_alloc_complex(static_cast<std::size_t>(width / 2 + 1) * height)),
        forward(fftwf_plan_dft_r2c_2d(height, width, pixels, amplitudes, FFTW_ESTIMATE)),
        inverse(fftwf_plan_dft_c2r_2d(height, width, amplitudes, pixels, FFTW_ESTIMATE)) {
    if (!pixels || !amplitudes || !forward || !inverse) throw std::bad_alloc();
  }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;
  ~Plans() {
    fftwf_destroy_plan(inverse);
    fftwf_destroy_plan(forward);
    fftwf_free(amplitudes);
    fftwf_free(pixels);
  }

  float* pixels;
  fftwf_complex* amplitudes;
  fftwf_plan forward;
  fftwf_plan inverse;
};

Fourier::Fourier(int width, int height)
    : width_(width), height_(height), plans_(std::make_shared<Plans>(width, height)) {}

float Fourier::frequency(int k, int count) {
  return static_cast<float>(2 * k > count ? k - count : k) / static_cast<float>(count);
}

std::span<std::complex<float>> Fourier::forward(const Image& image) {
  std::ranges::copy(image.ink, plans_->pixels);
  fftwf_execute(plans_->forward);
  return {reinterpret_cast<std::complex<float>*>(plans_->amplitudes),
          static_cast<std::size_t>(width_ / 2 + 1) * static_cast<std::size_t>(height_)};
}

Image Fourier::inverse() {
  fftwf_execute(plans_->inverse);
  Image image(width_, height_);
  const float scale = 1 / (static_cast<float>(width_) * static_cast<float>(height_));
  std::transform(plans_->pixels, plans_->pixels + image.ink.size(), image.ink.begin(),
                 [scale](float amount) { return amount * scale; });
  return image;
}

Image Fourier::filtered(const Image& image, const std::function<float(float u, float v)>& gain) {
  std::complex<float>* amplitude = forward(image).data();
  for (int v = 0; v < height_; ++v)
    for (int u = 0; u <= width_ / 2; ++u) *amplitude++ *= gain(frequency(u, width_), frequency(v, height_));
  return inverse();
}

}  // namespace platerip::quality
