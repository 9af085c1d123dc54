// The part that all CUPS filters share: how cupsd calls them, and how they report back.
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/cups/job_ticket.h"
#include "rip/job/job.h"
#include "rip/job/press.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/raster/print_pages.h"

namespace platerip::rip {

/// Opens the pages of a job. All arguments outlive the pages. `copies`: how many copies the job asks for.
using OpenPages = std::function<Result<std::unique_ptr<PrintPages>>(
    InputStream& input, const Job& job, const Press& press, const JobTicket& ticket, int copies)>;

/// Runs a complete filter (filter(7)), called as `job user title copies options [file]`. Of the environment, it reads
/// PPD, PRINTER, CONTENT_TYPE, FINAL_CONTENT_TYPE, CUPS_CACHEDIR, CUPS_DATADIR, CUPS_REQUESTROOT, TMPDIR and
/// SOURCE_DATE_EPOCH. Writes plates to standard output and messages for cupsd to standard error. After an error, it
/// reads the input to its end, and prints one ERROR line. Returns the exit status: 0, or 1 after an error or a signal
/// to stop.
int run_filter(int argc, const char* const argv[], const OpenPages& open_pages);

}  // namespace platerip::rip
