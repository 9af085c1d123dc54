// LittleCMS' grid over the RGB cube, sampled exactly as LittleCMS samples it. Private to separation/.
#pragma once

#include <cstddef>
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

  /// A grid of interleaved inks at grid_nodes nodes.
  Grid(std::vector<std::uint16_t> nodes, std::size_t inks);

  /// Whether sample() would give the same, as far as some nodes tell.
  [[nodiscard]] bool agrees(const Settings& settings) const;

  /// The interleaved inks of all nodes.
  [[nodiscard]] const std::vector<std::uint16_t>& nodes() const { return nodes_; }

  /// Interpolates the inks of `count` RGB pixels, one row per ink.
  template <typename Sample>
  void interpolate(const Sample* rgb, std::int64_t count, InkRows<Sample> inks) const;

  /// The nodes of each group of inks.
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& groups() const { return groups_; }

  /// Fills a row of the colour table, as a ColorTable::Source.
  void fill(TableRow row) const;

 private:
  std::vector<std::uint16_t> nodes_;
  std::vector<std::vector<std::uint16_t>> groups_;  // the nodes of each group, laid out as GridNodes
};

}  // namespace platerip::separation
