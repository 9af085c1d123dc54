// The strip loop: passes the strips of a page through its stages, several at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/status.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_plan.h"

namespace platerip::rip {

/// The stages of a strip. Each stage gets one strip at a time, in the page's order. Only separate may get several at
/// once, unless separate_in_order is set. write also gets strips that have no rows of plates yet.
struct StripStages {
  using Stage = std::function<Status(StripInFlight&)>;
  Stage read;
  Stage separate;
  Stage halftone;
  Stage write;
  std::vector<Stage> more_halftone = {};  ///< further parts of the halftone, which run between halftone and write
  bool separate_in_order = false;
  std::function<bool()> ends_early = {};  ///< polled before read: if true, no more strips enter; may be empty
};

/// How far a page has come, in rows from its top.
struct RowsDone {
  std::int64_t given = 0;      ///< read and separated
  std::int64_t on_plates = 0;  ///< fewer than given if the halftone holds rows back
};

/// Runs the strips of a page of `height` rows through the stages on `threads` threads. There are plan.buffers()
/// `strips`, of which plan.in_flight are in the stages at a time. The others have passed them; halftone may still need
/// their pixels. After the page's last row come strips without rows, enough for `held_back` rows of plates; read does
/// not get these. halftone must set plate_rows. Throws what a stage throws. Errors: the first error of a stage, after
/// the running stages have returned; or the plates have another height than the page.
Status run_strips(std::int64_t height, const StripPlan& plan, std::int64_t held_back, int threads,
                  std::span<StripInFlight> strips, const StripStages& stages);

/// The same for the rows below `done`, down to the end of the page or to where `stages.ends_early` ends the loop. Sets
/// `done` to how far the page has come.
Status run_strips(RowsDone& done, std::int64_t height, const StripPlan& plan, std::int64_t held_back, int threads,
                  std::span<StripInFlight> strips, const StripStages& stages);

}  // namespace platerip::rip
