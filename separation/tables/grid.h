// LittleCMS' grid over the RGB cube, sampled as it does for its own transforms. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"
#include "separation/simd/kernels.h"
#include "separation/tables/color_table.h"

namespace platerip::separation {

class Grid {
 public:
  /// For RGB pages. Errors: LittleCMS refuses the transform.
  static Result<Grid> sample(const Settings& settings);

  /// The inks of `count` RGB pixels, one row an ink.
  template <typename Sample>
  void interpolate(const Sample* rgb, std::int64_t count, InkRows<Sample> inks) const;

  /// The nodes of each group of inks.
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& groups() const { return groups_; }

  /// A row of the colour table, as ColorTable::Source has it.
  void fill(TableRow row) const;

 private:
  std::vector<std::vector<std::uint16_t>> groups_;  // of nodes, as GridNodes wants them
};

}  // namespace platerip::separation
