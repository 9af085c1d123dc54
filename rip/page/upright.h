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

/// If Job::upright asks for it, the rows of the page turned to orientation 1; null if they can be used as they are.
/// `rows` must outlive the result. Pages that are only mirrored left and right are turned row by row; others wait in
/// TMPDIR, in at most Job::spool bytes, unless their order lets them be read where they are. `stop` is polled as
/// stoppable() and turned() say; it may be empty. Errors: reading takes more than reader_memory(). If the spool is too
/// small, the first read fails.
Result<std::unique_ptr<PageRows>> turned_upright(const Job& job, const PageSource& page, PageRows& rows,
                                                 const std::function<bool()>& stop);

}  // namespace platerip::rip
