// The interface of this backend's converters from a page's pixels to its inks. Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <string>

#include "separation/simd/ink_rows.h"

namespace platerip::separation::cpu {

/// Converts pixels without alpha into inks, including black alone, curves and ink limit. Thread-safe.
template <typename Sample>
class Converter {
 public:
  virtual ~Converter() = default;

  /// The method in a few words: "table".
  [[nodiscard]] virtual std::string name() const = 0;

  /// Converts `count` pixels. `inks` has one row per ink of the plan.
  virtual void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const = 0;
};

}  // namespace platerip::separation::cpu
