// Adds to the report on a page how it was made.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different reports.
#pragma once

#include "rip/job/color/color_choice.h"
#include "rip/job/page_report.h"
#include "rip/makers/relay.h"

namespace platerip::rip {

/// Adds to `report` the profiles, the remarks on colours, the backends, the height of the strips, the memory, and the
/// problems that makers have overcome. `report` has the page's ink already.
void describe(const PageColor& color, const Relay& relay, PageReport& report);

}  // namespace platerip::rip
