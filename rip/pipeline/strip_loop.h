// The strip loop: a page's strips pass through its stages, several at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "base/status.h"
#include "rip/engines/strip.h"
#include "rip/engines/strip_plan.h"

namespace platerip::rip {

/// What happens to a strip. read, halftone and write get the strips one at a time in the page's order; separate gets
/// several at once unless separate_in_order.
struct StripStages {
  using Stage = std::function<Status(StripInFlight&)>;
  Stage read;
  Stage separate;
  Stage halftone;
  Stage write;
  bool separate_in_order = false;
};

/// Runs the strips of a page of `height` rows through the stages on `threads` threads. `strips` are plan.buffers()
/// many, of which plan.in_flight are in the stages; the pixels of the others stay for halftone. After the page's last
/// row come strips without rows, which are not read, as many as have room for `held_back` rows of plates. halftone says
/// how many rows the plates have; if in the end those are not the page's, that is an error. The first error of a stage
/// ends the loop once the stages at work have returned.
Status run_strips(std::int64_t height, const StripPlan& plan, std::int64_t held_back, int threads,
                  std::span<StripInFlight> strips, const StripStages& stages);

}  // namespace platerip::rip
