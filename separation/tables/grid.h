// LittleCMS' grid over the RGB cube, sampled exactly as LittleCMS samples it. Private to separation/.
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
  /// Samples the grid of an RGB page. Errors: LittleCMS refuses the transform.
  static Result<Grid> sample(const Settings& settings);

  /// Interpolates the inks of `count` RGB pixels, one row per ink.
  template <typename Sample>
  void interpolate(const Sample* rgb, std::int64_t count, InkRows<Sample> inks) const;

  /// The nodes of each group of inks.
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& groups() const { return groups_; }

  /// Fills a row of the colour table, as a ColorTable::Source.
  void fill(TableRow row) const;

 private:
  std::vector<std::vector<std::uint16_t>> groups_;  // the nodes of each group, laid out as GridNodes
};

}  // namespace platerip::separation
