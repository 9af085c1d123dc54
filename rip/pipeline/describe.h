// What the report on a page tells about how it was made.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include "rip/color/page_color.h"
#include "rip/engines/engine_relay.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// Adds the profiles and the remarks on colours; the backends, the height of the strips, and problems of engines that
/// were overcome.
void describe(const PageColor& color, const EngineRelay& engines, PageReport& report);

}  // namespace platerip::rip
