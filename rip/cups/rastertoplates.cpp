// rastertoplates: makes plates of the pages of a CUPS raster.
#include "rip/cups/filter.h"
#include "rip/job/color/inks_of_page.h"
#include "rip/pages/raster/raster_pages.h"
#include "rip/resources/memory_share.h"

int main(int argc, char* argv[]) {
  using namespace platerip;
  using namespace platerip::rip;
  return run_filter(argc, argv,
                    [](InputStream& input, const Job& job, const Press& press, const JobTicket&,
                       int) -> Result<std::unique_ptr<PrintPages>> {
                      // This can be checked before the first page, because rasters have no spot inks.
                      if (const Status inks = check_ink_names(job, press); !inks.ok()) return inks.error();
                      return std::unique_ptr<PrintPages>(
                          std::make_unique<RasterPages>(input, memory_range(job) / reader_share, job.spool));
                    });
}
