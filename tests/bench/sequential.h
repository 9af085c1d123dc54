// Floyd–Steinberg on one core, as in the literature, for comparison: Kasagi, Nakano and Ito, "Parallelization
// Techniques for Error Diffusion with GPU Implementations". All variants give the bits of the definition.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "halftone/halftone.h"

namespace platerip::halftone::sequential {

struct Algorithm {
  std::string_view name;
  /// Halftones an 8-bit plane to 1-bit pixels.
  void (*run)(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate);
};

/// Error diffusion and error collection. In each of them, values that are used again are in memory or in registers.
std::span<const Algorithm> algorithms();

}  // namespace platerip::halftone::sequential
