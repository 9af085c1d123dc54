// The interface of taps on the planes that the cores make: they look at them, and change nothing.
#pragma once

#include <cstdint>

#include "rip/strips/strip.h"

namespace platerip::rip {

class PlaneTap {
 public:
  virtual ~PlaneTap() = default;

  /// Sees rows of a strip's inks while a cache still has them. `first` counts from the strip's first row. The rows of a
  /// strip come in order, but several threads may call this for different strips. Does not throw.
  virtual void see(const StripInFlight& strip, std::int64_t first, std::int64_t rows) = 0;
};

}  // namespace platerip::rip
