// The strip loop: a page's strips pass through its stages, several at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/ink_use.h"
#include "rip/rip_page.h"
#include "rip/strip_plan.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::rip {

/// A strip in flight: which rows of the page it holds now, and its buffers.
struct StripInFlight {
  std::int64_t first_row = 0;
  std::int64_t rows = 0;
  std::byte* pixels = nullptr;
  std::ptrdiff_t pixel_stride = 0;
  std::vector<separation::Plane> planes;  ///< of all inks
  std::vector<halftone::Plate> plates;    ///< of the inks that plates are made of
  std::span<std::byte> workspace;         ///< the separation's
  Seconds seconds;                        ///< spent on the strips that were here
  TotalInk total_ink;
  bool on_gpu = false;  ///< a GPU has it
};

/// What happens to a strip. read, halftone and write get the strips one at a time in the page's order; separate gets
/// several at once unless it says otherwise.
struct StripStages {
  using Stage = std::function<Status(StripInFlight&)>;
  Stage read;
  Stage separate;
  Stage halftone;
  Stage write;
  bool separate_in_order = false;
};

/// Runs the strips of a page of `height` rows through the stages on `threads` threads. `strips` are plan.in_flight
/// many. The first error of a stage ends the loop once the stages at work have returned.
Status run_strips(std::int64_t height, const StripPlan& plan, int threads, std::span<StripInFlight> strips,
                  const StripStages& stages);

/// For work outside the loop, on up to `threads` threads of its own: as ParallelFor has it.
ParallelFor on_threads(int threads);

/// Inside a stage: the loop's threads, for tasks that belong to one strip; the same.
void parallel_for(int count, const std::function<void(int)>& task);

}  // namespace platerip::rip
