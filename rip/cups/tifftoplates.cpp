// tifftoplates: makes plates directly from a TIFF, a PNG or a JPEG, with its full bit depth and its profile.
#include "rip/cups/filter.h"
#include "rip/cups/picture_pages.h"
#include "rip/pages/page_formats.h"
#include "rip/resources/memory_share.h"
#include "rip/resources/stop_signal.h"

int main(int argc, char* argv[]) {
  using namespace platerip;
  using namespace platerip::rip;
  return run_filter(argc, argv,
                    [](InputStream& input, const Job& job, const Press&, const JobTicket& ticket,
                       int copies) -> Result<std::unique_ptr<PrintPages>> {
                      auto pages =
                          open_stream(input, memory_range(job) / placing_share, read_settings(job), job.threads);
                      if (!pages.ok()) return pages.error();
                      return picture_pages(*std::move(pages), job, ticket, copies, stopped);
                    });
}
