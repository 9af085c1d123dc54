// What is to be done with a page, whoever does it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "halftone/halftone.h"
#include "rip/strips/plate_sums.h"
#include "rip/strips/stages.h"
#include "separation/separation.h"

namespace platerip::rip {

struct PageWork {
  separation::Settings separation;
  halftone::Settings halftone;          ///< settings of the plates
  std::vector<std::size_t> plate_inks;  ///< indices of the inks that have a plate, in plate order
  Stages stages;
  std::int64_t page_height = 0;                 ///< rows of the whole page
  std::shared_ptr<const WantedSums> sums = {};  ///< of the plates, which a GPU makes; may be null
  bool gets_planes = false;         ///< for a GPU: the cores make the planes of the strips, and it only halftones them
  std::function<bool()> stop = {};  ///< polled while waiting for a GPU; true is an error; may be empty

  [[nodiscard]] StagedPage staged_page() const {
    const auto masks =
        std::ranges::count(separation.made, separation::MadeFrom::knocked_out, &separation::MadeInk::from);
    return {halftone.width, page_height, separation.format, static_cast<std::size_t>(masks)};
  }
};

}  // namespace platerip::rip
