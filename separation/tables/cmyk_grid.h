// LittleCMS' grid over CMYK, sampled just as LittleCMS samples its own. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation {

class CmykGrid {
 public:
  /// Samples the grid of a CMYK page. Errors: LittleCMS refuses the transform.
  static Result<CmykGrid> sample(const Settings& settings);

  /// Interpolates the inks of `count` CMYK pixels, one row per ink.
  template <typename Sample>
  void interpolate(const Sample* cmyk, std::int64_t count, InkRows<Sample> inks) const;

  /// The nodes of each group of inks.
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& groups() const { return groups_; }

 private:
  std::vector<std::vector<std::uint16_t>> groups_;
};

}  // namespace platerip::separation
