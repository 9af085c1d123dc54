// What keeps an algorithm or a page from running on this machine.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "tests/bench/literature/algorithm.h"
#include "tests/bench/literature/page.h"

namespace platerip::literature {

/// What this machine or this program lacks that the algorithm needs; empty if nothing.
std::string missing(const Algorithm& algorithm);

/// Why the algorithm, which misses nothing, cannot run on the page; empty if it can.
std::string obstacle(const Algorithm& algorithm, const Page& page, const Setting& setting);

/// None if there is no memory for it and for a copy of its halftone; `out` is told.
std::optional<Page> page_that_fits(int width, int height, Content content, std::ostream& out);

}  // namespace platerip::literature
