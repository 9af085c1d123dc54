// A CUPS filter: how cupsd calls it, and how it answers.
#pragma once

#include <functional>
#include <memory>

#include "base/status.h"
#include "rip/cups/job_ticket.h"
#include "rip/cups/raster/print_pages.h"
#include "rip/pages/input_stream.h"
#include "rip/pipeline/job.h"

namespace platerip::rip {

/// The pages of a job; all that is given outlives them. `copies` is how often the job wants them.
using OpenPages = std::function<Result<std::unique_ptr<PrintPages>>(InputStream& input, const Job& job,
                                                                    const JobTicket& ticket, int copies)>;

/// A whole filter (filter(7)): `job user title copies options [file]`, PPD and FINAL_CONTENT_TYPE from the environment;
/// plates on standard output, messages for cupsd on standard error. Gives the exit status: 0, or 1 after one ERROR
/// line, once the input was read to its end.
int run_filter(int argc, const char* const argv[], const OpenPages& open_pages);

}  // namespace platerip::rip
