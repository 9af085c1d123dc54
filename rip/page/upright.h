// Pages that are turned before their plates are made.
//
// Functions may throw what the page's rows throw.
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"
#include "rip/pages/placing/lying_page.h"

namespace platerip::rip {

/// A page on its way to being upright.
struct Upright {
  std::unique_ptr<PageRows> rows;  ///< null: the page's own
  LyingPage lying = {};            ///< the page before it is turned, for a GPU that turns it
  bool mirror = false;             ///< whether left and right are still to be exchanged, by sheet_stage()
};

/// If Job::upright asks for it, turns the page to orientation 1, as far as that is done where rows are read. `rows`
/// must outlive the result. Pages that are only mirrored left and right are turned row by row; others wait in TMPDIR,
/// in at most Job::spool bytes, unless their order lets them be read where they are. `for_gpu`: such a page is `lying`,
/// too, unless it lies on a film; of others, rows that stay rows are not mirrored. A GPU does both faster. Cores mirror
/// a row while a cache still has it. `stop` is polled as stoppable() and turned() say; it may be empty. Errors: reading
/// takes more than reader_memory(). If the spool is too small, the first read fails.
Result<Upright> turned_upright(const Job& job, const PageSource& page, PageRows& rows, bool for_gpu,
                               const std::function<bool()>& stop);

}  // namespace platerip::rip
