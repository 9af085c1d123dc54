// Floyd–Steinberg on one core as the literature has it, for comparison: Kasagi, Nakano and Ito, "Parallelization
// Techniques for Error Diffusion with GPU Implementations". All give the bits of the definition.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "halftone/halftone.h"

namespace platerip::halftone::sequential {

struct Algorithm {
  std::string_view name;
  /// Halftones a whole 8-bit plane to 1-bit pixels.
  void (*run)(std::int64_t width, std::int64_t height, const Plane& plane, const Plate& plate);
};

/// Error diffusion and error collection, each through memory and with what is used again kept in registers.
std::span<const Algorithm> algorithms();

}  // namespace platerip::halftone::sequential
