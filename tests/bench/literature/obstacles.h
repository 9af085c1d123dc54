// What keeps an algorithm or a page from running on this machine.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "tests/bench/literature/algorithm.h"
#include "tests/bench/literature/page.h"

namespace platerip::literature {

/// What the algorithm needs and this machine or program lacks; empty if nothing.
std::string missing(const Algorithm& algorithm);

/// Why the algorithm cannot run on the page although nothing is missing; empty if it can.
std::string obstacle(const Algorithm& algorithm, const Page& page, const Setting& setting);

/// Nothing if there is too little memory for the page and for a copy of its halftone. Says so in `out`.
std::optional<Page> page_that_fits(int width, int height, Content content, std::ostream& out);

}  // namespace platerip::literature
