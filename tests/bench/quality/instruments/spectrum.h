// The power spectrum of a halftoned tint: R. Ulichney, "Dithering with blue noise", Proc. IEEE 76, 1988.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include "tests/bench/quality/instruments/fourier.h"
#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// The side of the squares whose spectra are averaged (Bartlett), in pixels, and how many of them there are. The more
/// squares, the less noise: a pattern without directions has −10·log10(squares) dB of anisotropy.
inline constexpr int square = 64;
inline constexpr int squares_on_a_side = 4;
inline constexpr int spectrum_side = square * squares_on_a_side;

/// The number of directions that are told apart, over half a turn; the first is centred on horizontal frequencies.
inline constexpr int directions = 16;

class Spectrum {
 public:
  Spectrum() : fourier_(square, square), power_(square, square) {}

  /// Takes the mean spectrum of the squares of a plate, each without its mean. Precondition: the area is spectrum_side
  /// pixels wide and high, and lies in the plate.
  void measure(const Image& plate, const Area& area);

  /// Mean power of each frequency (u, v), relative to the variance of white noise with the same mean. Frequency 0 is in
  /// the middle, at (square / 2, square / 2). White noise has 1 everywhere, a plate without dots 0.
  [[nodiscard]] const Image& power() const { return power_; }

  /// Variance of the power at one distance from frequency 0 over its squared mean, averaged over the distances up to
  /// 1/2 cycle per pixel that have power. In decibels this is Ulichney's anisotropy. 0 for a plate without dots.
  [[nodiscard]] double anisotropy() const;

  /// Mean power up to 1/4 cycle per pixel in the strongest of 16 directions over the mean of all. Finer textures are
  /// not seen as directions. 1: no direction is stronger; large: worms, rows, columns. 1 for a plate without dots.
  [[nodiscard]] double strongest_direction() const;

 private:
  Fourier fourier_;
  Image power_;
};

/// 10·log10(ratio).
double decibels(double ratio);

}  // namespace platerip::quality
