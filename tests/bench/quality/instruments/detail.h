// What a plate keeps of a picture: its detail, its place and its tones.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <vector>

#include "tests/bench/quality/instruments/eye.h"
#include "tests/bench/quality/instruments/image.h"

namespace platerip::quality {

/// A displacement in pixels: positive is down, and to the right.
struct Shift {
  double rows = 0;
  double columns = 0;
};

/// How far the detail of `plate` lies from that of `original`: the displacement for which the original, seen at 600
/// dpi, comes nearest to the plate, by least squares on the original's slopes. For displacements below a pixel.
/// Not a number if the original has no detail in one of the directions. Precondition: both have one size.
Shift shift(const Image& original, const Image& plate);

/// The RMS over all whole tiles of 64×64 pixels, counted from the corner, of the error of a tile's mean, in levels.
double tile_error(const Image& original, const Image& plate);

/// Kouge, Ito and Nakano's measure ("GPU-accelerated Digital Halftoning by the Local Exhaustive Search"): the mean
/// |original − blurred plate|, in levels, where the blur is a Gaussian with σ = 1 on 7×7 pixels. Three pixels at the
/// border are not counted.
double gaussian_error(const Image& original, const Image& plate);

/// All of these, and what the eye sees.
struct Faithfulness {
  SeenError error;
  Shift shift;
  double tiles = 0;
  double g1 = 0;
};
Faithfulness compare(Eye& eye, const Image& original, const Image& plate);

/// Of several pictures: quadratic means of the errors and of the tiles, and means of the rest.
Faithfulness summary(const std::vector<Faithfulness>& pictures);

}  // namespace platerip::quality
