#include "rip/page/rip_page.h"
#include "rip/pages/page_files.h"
#include "rip/plates/plate_files.h"

namespace platerip::rip {

Result<PageReport> rip_page(const Job& job, const PageSource& source, const PageEvents& events,
                            const RunResources& resources) {
  const auto rows = open_page(source, reader_memory(job), job.threads, read_settings(job));
  if (!rows.ok()) return rows.error();
  PlateFiles files(job.plates);
  return rip_page(job, source, **rows, files, events, resources);
}

}  // namespace platerip::rip
