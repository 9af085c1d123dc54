// The interface of taps on the planes of a page: they look at its tones, and change nothing.
#pragma once

#include <cstdint>

#include "rip/strips/strip.h"

namespace platerip::rip {

class ToneTap {
 public:
  virtual ~ToneTap() = default;

  /// Sees rows of a strip's inks while a cache still has them. `first` counts from the strip's first row. The rows of a
  /// strip come in order, but several threads may call this for different strips. Does not throw.
  virtual void see(const StripInFlight& strip, std::int64_t first, std::int64_t rows) = 0;

  /// Another maker goes on: strips whose plates were not made come again, and may begin at other rows, above or below.
  /// Not to be called while see() runs.
  virtual void begin_again() = 0;

  /// The memory that it keeps of a strip of `rows` rows until its plates are made, in bytes.
  [[nodiscard]] virtual std::int64_t bytes(std::int64_t rows) const = 0;
};

}  // namespace platerip::rip
