// Pages that are turned before their plates are made.
//
// Functions may throw what the page's rows throw.
#pragma once

#include <functional>

#include "base/status.h"
#include "rip/film/film_sheet.h"
#include "rip/job/job.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// on_film() for a page that is turned to orientation 1 if Job::upright asks for it, as far as that is done where rows
/// are read. `rows` must outlive the result. Pages that are only mirrored left and right are turned row by row; others
/// wait in TMPDIR, in at most Job::spool bytes, unless their order lets them be read where they are. `for_gpu`: such a
/// page can also be had as it lies, unless it gets a sheet (Film::lying); of others, rows that stay rows are not
/// mirrored (Film::mirror). A GPU does both faster, and cores mirror a row while a cache still has it. `stop` is polled
/// as stoppable() and turned() say; it may be empty. Errors: those of on_film(); reading takes more than
/// reader_memory(). If the spool is too small, the first read fails.
Result<Film> upright_film(const Job& job, const PageSource& page, PageRows& rows, bool for_gpu,
                          const std::function<bool()>& stop);

}  // namespace platerip::rip
