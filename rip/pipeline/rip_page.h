// One page through the whole of platerip: what a driver calls.
#pragma once

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/pipeline/job.h"
#include "rip/pipeline/page_report.h"
#include "rip/pipeline/run_resources.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// Makes the plates of one page: rows from any source to any sink. Files of the sink and the preview appear under their
/// names when all of them are whole, or not at all. Several pages may be ripped at once by several threads, each with
/// its own rows and sink. `resources` are for pages that share some; by default a page has its own. Errors begin with
/// page_label() or the file that they are about, but for those that have a setting. Throws std::bad_alloc where the
/// machine has less memory than the job allows, and what the rows, the sink and the events throw; then too, no file has
/// its name. It neither ends the process nor changes its signals, its working folder or its locale. Of the environment
/// it reads TMPDIR, and SOURCE_DATE_EPOCH for plates that are TIFF.
Result<PageReport> rip_page(const Job& job, const PageSource& page, PageRows& rows, PlateSink& sink,
                            const PageEvents& events = {}, const RunResources& resources = {});

/// The same for a page of a file, with its plates as TIFF files. `page.count` must be tiffio::PageList::count() of its
/// file: it decides the plates' names.
Result<PageReport> rip_page(const Job& job, const PageSource& page, const PageEvents& events = {},
                            const RunResources& resources = {});

}  // namespace platerip::rip
