// The strip loop: passes the strips of a page through its steps, several at the same time.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/status.h"
#include "rip/strips/rows_to_make.h"
#include "rip/strips/strip.h"
#include "rip/strips/strip_plan.h"

namespace platerip::rip {

/// What happens to a strip. Each step gets one strip at a time, in the page's order. Only `take` may get
/// several at once, unless take_in_order is set. `write` also gets strips that have no rows of plates yet.
struct StripSteps {
  using Step = std::function<Status(StripInFlight&)>;
  Step read;
  Step take;
  std::vector<Step> give;  ///< the parts of the halftone
  Step write;
  bool take_in_order = false;
  std::function<bool()> ends_early = {};  ///< polled before read: if true, no more strips enter; may be empty
};

/// How far a page has come: rows of the page, or where the next strip begins if other processes make strips between.
struct RowsDone {
  std::int64_t given = 0;      ///< read and separated
  std::int64_t made = 0;       ///< by the makers, which hold some rows back
  std::int64_t on_plates = 0;  ///< more than `made` if a new maker repeats rows that are on the plates
  std::int64_t written = 0;    ///< strips down to here have reached `write`, though their plates may come later
  std::size_t strips = 0;      ///< that the present maker has got

  /// Before the first row.
  static RowsDone nothing(const RowsToMake& rows) {
    return {.given = rows.begin, .made = rows.begin, .on_plates = rows.first};
  }
  /// Below the rows of a boundary, if so much `was_done` before.
  static RowsDone below(const halftone::Boundary& above, const RowsDone& was_done) {
    return {.given = above.rows + above.held,
            .made = above.rows,
            .on_plates = was_done.on_plates,
            .written = was_done.written};
  }
};

/// The strips of a maker, which it gets in turn: a GPU may still need the pixels of those that it got last.
struct StripSet {
  std::span<StripInFlight> strips;  ///< plan.buffers() of them
  StripPlan plan;
  std::int64_t held_back = 0;  ///< Maker::rows_held_back()
};

/// How a loop has ended.
struct LoopEnd {
  Status status;              ///< the first error of `read` and `write`; else that of `take` and `give`
  bool maker_failed = false;  ///< `status` is an error of `take` or `give`
};

/// Runs the strips of `rows` that are not `done` through the steps on `threads` threads, down to the end or to where
/// `ends_early` ends the loop. `page_height`: of the whole page. plan.in_flight strips are in the steps at a time; the
/// others have passed them, but a maker may still need their pixels. After the last row come strips without rows, for
/// the rows held back; `read` does not get these. `give` must set plate_rows. Rows that are on the plates already, and
/// rows that are not to be made, do not reach `write`. Sets `done` to how far the page has come. If the maker fails,
/// the plates that it has given are still written. Throws what a step throws. Errors: those of the steps, after the
/// running steps have returned; or the plates have another height than the rows.
LoopEnd run_strips(RowsDone& done, const RowsToMake& rows, std::int64_t page_height, const StripSet& set, int threads,
                   const StripSteps& steps);

}  // namespace platerip::rip
