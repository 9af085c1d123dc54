// LittleCMS' grid over CMYK, sampled just as LittleCMS samples its own. Private to separation/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"
#include "separation/simd/ink_rows.h"

namespace platerip::separation {

class CmykGrid {
 public:
  /// The colours of each `step`th node, as 16-bit CMYK. The first is paper.
  static std::vector<std::uint16_t> node_colors(std::size_t step = 1);

  /// Samples the grid of a CMYK page. Errors: LittleCMS refuses the transform.
  static Result<CmykGrid> sample(const Settings& settings);

  /// A grid with so many `inks`, or channels of another kind, at each of `nodes`.
  CmykGrid(std::span<const std::uint16_t> nodes, std::size_t inks);

  /// Interpolates the inks of `count` CMYK pixels, one row per ink.
  template <typename Sample>
  void interpolate(const Sample* cmyk, std::int64_t count, InkRows<Sample> inks) const;

  /// Interpolates the first three channels of `count` CMYK pixels, interleaved and rounded to 8 bits.
  void interpolate_to_rgb(const std::uint16_t* cmyk, std::int64_t count, std::uint8_t* rgb) const;

  /// The nodes of each group of inks.
  [[nodiscard]] const std::vector<std::vector<std::uint16_t>>& groups() const { return groups_; }

 private:
  std::vector<std::vector<std::uint16_t>> groups_;
};

}  // namespace platerip::separation
