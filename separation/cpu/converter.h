// The ways of this backend from a page's pixels to its inks. Private to separation/cpu/.
#pragma once

#include <cstdint>
#include <string>

#include "separation/simd/ink_rows.h"

namespace platerip::separation::cpu {

/// Turns pixels without alpha into inks with black alone, curves and ink limit. Several threads may run one.
template <typename Sample>
class Converter {
 public:
  virtual ~Converter() = default;

  /// How it does it, in few words: "table".
  [[nodiscard]] virtual std::string name() const = 0;

  /// `inks`: one row an ink of the plan.
  virtual void run(const Sample* pixels, std::int64_t count, InkRows<Sample> inks) const = 0;
};

}  // namespace platerip::separation::cpu
