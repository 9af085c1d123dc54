// The displacements of mixed drops (tone_ladder.h), laid out as the lanes of a band need them: what lanes that lie on a
// skewed line of the page look up is side by side in memory. Private to halftone/cpu/.
#pragma once

#include <cstdint>
#include <vector>

#include "halftone/tone_ladder.h"

namespace platerip::halftone::cpu {

/// Twice the displacement Q of each inner level, at each pixel of the mask of one ink; 0 if drops are not mixed.
///
/// A lane that holds row r of a band whose first row is row y0 of the page is in column x = t − skew·r at step t. With
/// y = y0 + r, x + skew·y is t + skew·y0, the same in all lanes. So the tables have a line for each x + skew·y. Of a
/// line, each vector of lanes needs every other row, the last first.
class Displacements {
 public:
  /// Throws std::bad_alloc.
  Displacements(const ToneLadder& ladder, int ink, int skew);

  /// Lines that can be read from any line on: a piece of the feed.
  static constexpr int lines_ahead = 16;

  /// What vector `vector` of a band's lanes adds at the line of step `step`: the place of lane 0 in at(). `rows` are
  /// the band's, at most 64.
  [[nodiscard]] std::int64_t place(std::int64_t first_row, int rows, std::int64_t step, int vector) const {
    const std::int64_t last = first_row % mask_side + rows - 1 - vector;  // −1 if the vector holds no row
    const std::int64_t line = (step + skew_ * first_row) & (mask_side - 1);
    return (2 * line + (last & 1)) * line_half + (most_rows / 2 - 1 - (last >> 1));
  }
  /// From one line to the next.
  static constexpr std::int64_t stride = 2 * 192;

  /// The table of inner level `level`, 1 to levels − 2. There always is one of level 1.
  [[nodiscard]] const std::int16_t* of(int level) const { return tables_.data() + (level - 1) * table; }

 private:
  static constexpr int most_rows = mask_side + 64;
  static constexpr std::int64_t line_half = stride / 2;  // of which 32 are for lanes without a row
  static_assert(line_half >= most_rows / 2 + 32);
  static constexpr std::int64_t table = (mask_side + lines_ahead) * stride;

  int skew_;
  std::vector<std::int16_t> tables_;
};

}  // namespace platerip::halftone::cpu
