// Sums of plates, made on the cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/proofs/report/level_rows.h"
#include "rip/strips/plate_sums.h"

namespace platerip::test {

using namespace rip;

/// Does what a GPU does with `rows` rows of plates, of which the first is row `first` of the page.
inline void make_sums(const WantedSums& wanted, std::span<const halftone::Plate> plates, std::int64_t first,
                      std::int64_t rows, const PlateSums& sums) {
  for (std::size_t place = 0; place < wanted.all().size(); ++place) {
    const PlateBoxes& boxes = wanted.all()[place];
    std::vector<std::int64_t> borders{0};
    for (std::int64_t row = box_row_of(boxes.rows, first); borders.back() < rows; ++row)
      borders.push_back(std::min(rows, boxes.rows[static_cast<std::size_t>(row) + 1] - first));
    PlateSums::Sum* out = sums.sums[place];
    LevelRows made(boxes.columns, borders, boxes.ink, [&](std::size_t, std::span<const std::uint64_t> some) {
      for (const std::uint64_t sum : some) *out++ = static_cast<PlateSums::Sum>(sum);
    });
    made.add(plates[boxes.plate], rows);
  }
}

}  // namespace platerip::test
