// Pictures as the pages of a print job, each placed on a sheet of the printer.
#pragma once

#include <functional>
#include <memory>

#include "rip/cups/job_ticket.h"
#include "rip/cups/placement.h"
#include "rip/job/job.h"
#include "rip/pages/raster/print_pages.h"

namespace platerip::rip {

/// Places pictures on sheets as the PPD and the job's options ask (placement.h), one picture on each. The pages are
/// those that the job's page-ranges and page-set select. `copies` goes into their headers. A picture in its natural
/// size and with the sheet's resolution is not resampled: each pixel becomes one dot. Turning and scaling each take at
/// most memory_of(job) / placing_share / 2. `stop` is polled while a page is read; when it returns true, reading fails.
/// `job` outlives the pages. Errors: invalid options, no PPD, or a PPD that describes no sheet.
Result<std::unique_ptr<PrintPages>> picture_pages(std::unique_ptr<Pages> pictures, const Job& job,
                                                  const JobTicket& ticket, int copies, std::function<bool()> stop);

}  // namespace platerip::rip
