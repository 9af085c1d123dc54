// Pictures as the pages of a print job: each on a sheet of the printer's.
#pragma once

#include <functional>
#include <memory>

#include "rip/cups/job_ticket.h"
#include "rip/cups/placement.h"
#include "rip/cups/raster/print_pages.h"
#include "rip/pipeline/job.h"

namespace platerip::rip {

/// The pages of `pictures` that the job's page-ranges choose, placed on sheets as the PPD and the job's options say
/// (placement.h), with the job's copies. Where a picture's resolution is the sheet's, its pixels are the sheet's dots.
/// Turning and scaling take job.memory / placing_share. `stop` is asked while a page is read: true is an error. Errors:
/// options that do not exist; no PPD, or none that makes sheets.
Result<std::unique_ptr<PrintPages>> picture_pages(std::unique_ptr<Pages> pictures, const Job& job,
                                                  const JobTicket& ticket, int copies, std::function<bool()> stop);

}  // namespace platerip::rip
