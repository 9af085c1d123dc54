#include "rip/runs/run_pages.h"

#include "rip/page/upright.h"
#include "rip/pages/file_pages.h"

namespace platerip::rip {

void open_rows(DealtPage& turn) {
  if (!turn.page.ok() || turn.page->rows) return;
  const Result<PageSource> source = turn.page->source;
  turn.page = *open_found(source, reader_memory(turn.job), turn.job.threads);
}

}  // namespace platerip::rip
