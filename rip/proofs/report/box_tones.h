// The tones of boxes, from the ink in them. Compiled for each instruction set; all give the same.
//
// Nothing here throws. Functions are thread-safe.
#pragma once

#include <cstdint>
#include <span>

namespace platerip::rip {

/// A row of boxes.
struct BoxRow {
  std::int64_t width = 0;   ///< of all boxes together, in pixels
  std::int64_t box = 1;     ///< the width of each box but the last, which may be narrower
  std::int64_t height = 1;  ///< of a box
  std::uint32_t solid = 1;  ///< the ink of a solid pixel
};

/// Writes for each of `sums`, the ink of a box, its tone: 0 for paper to 65535 for solid, rounded.
void tones_of_boxes(const BoxRow& row, std::span<const std::uint64_t> sums, std::uint16_t* tones);

}  // namespace platerip::rip
