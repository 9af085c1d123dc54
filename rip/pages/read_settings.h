// What a job says about reading pages, besides memory and threads.
#pragma once

#include <cstdint>

#include "rip/pages/page_ranges.h"
#include "rip/pages/pdf/pdf_settings.h"

namespace platerip::rip {

struct ReadSettings {
  PageRanges pages;                            ///< of each file
  PdfSettings pdf;                             ///< with a resolution, or default_pdf_resolution
  std::int64_t spool = std::int64_t{8} << 30;  ///< bytes in TMPDIR for each part of a page that cannot stream
};

}  // namespace platerip::rip
