// Makes the plates of one page: the main function for a program that embeds platerip.
#pragma once

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"
#include "rip/page/run_resources.h"
#include "rip/pages/page_rows.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// Makes the plates of one page, from any source of rows to any sink. Plate files, proofs and the manifest get their
/// names when all of them are complete, or not at all. `rows` and `sink` serve this page alone while it runs. Several
/// threads may rip pages at the same time, each with rows and a sink of its own. The pages of a run should share
/// `resources`; without them, each page has its own.
///
/// Errors begin with page_label(), or with the file that cannot be read or written.
///
/// Throws std::bad_alloc if the machine has less memory than the job allows, std::system_error if it refuses a thread,
/// and whatever the rows, the sink and the events throw. Even then, no file gets its name.
///
/// This function never ends the process, and does not change signals, the working folder or the locale. Of the
/// environment, it reads TMPDIR, and SOURCE_DATE_EPOCH for TIFF plates.
Result<PageReport> rip_page(const Job& job, const PageSource& source, PageRows& rows, PlateSink& sink,
                            const PageEvents& events = {}, const RunResources& resources = {});

/// The same for a page of a file, with TIFF files as plates. `source.count` must be the number of pages in the file,
/// because the names of the plates depend on it.
Result<PageReport> rip_page(const Job& job, const PageSource& source, const PageEvents& events = {},
                            const RunResources& resources = {});

}  // namespace platerip::rip
