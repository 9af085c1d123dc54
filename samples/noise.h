// Value noise: smooth random functions of the plane, which are the same on every machine.
#pragma once

#include <cstdint>

namespace platerip::samples {

/// A well-mixed random number for a lattice point.
std::uint32_t hash(std::int64_t x, std::int64_t y, std::uint32_t seed);

/// The same, in [0, 1).
double random(std::int64_t x, std::int64_t y, std::uint32_t seed);

/// Smooth noise in [0, 1) with features about 1 wide.
double value_noise(double x, double y, std::uint32_t seed);

/// The sum of `octaves` noises, each twice as fine and half as strong as the one before; in [0, 1).
double fractal_noise(double x, double y, int octaves, std::uint32_t seed);

/// Fractal noise, folded in the middle: it has sharp crests near 1, like mountains.
double ridged_noise(double x, double y, int octaves, std::uint32_t seed);

/// The largest integer <= v.
std::int64_t floor_to_integer(double v);

}  // namespace platerip::samples
