#include "rip/runs/run_pages.h"

#include "rip/pages/listed_pages.h"

namespace platerip::rip {

void open_rows(DealtPage& dealt) {
  if (!dealt.page.ok() || dealt.page->rows) return;
  const Result<PageSource> source = dealt.page->source;
  dealt.page = *open_found(source, reader_memory(dealt.job), dealt.job.threads);
}

}  // namespace platerip::rip
