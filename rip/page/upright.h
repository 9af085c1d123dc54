// Pages that are turned before their plates are made.
//
// Functions may throw what the page's rows throw.
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// A page on its way to being upright.
struct Upright {
  std::unique_ptr<PageRows> rows;  ///< null: the page's own
  bool mirror = false;             ///< whether left and right are still to be exchanged, by sheet_stage()
};

/// If Job::upright asks for it, turns the page to orientation 1, as far as that is done where rows are read. `rows`
/// must outlive the result. Pages that are only mirrored left and right stay as they are; others wait in TMPDIR, in at
/// most Job::spool bytes, unless their order lets them be read where they are. `stop` is polled as stoppable() and
/// turned() say; it may be empty. Errors: reading takes more than reader_memory(). If the spool is too small, the first
/// read fails.
Result<Upright> turned_upright(const Job& job, const PageSource& page, PageRows& rows,
                               const std::function<bool()>& stop);

}  // namespace platerip::rip
