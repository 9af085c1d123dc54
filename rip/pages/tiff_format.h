// Pages of TIFFs.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/pages/page_rows.h"
#include "rip/resources/memory_range.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// Opens page `index` (from 0) of a TIFF. `memory`, `threads`: see PageOpener. Thread-safe. Errors: those of
/// tiffio::PageReader::open().
Result<std::unique_ptr<PageRows>> open_tiff_page(const tiffio::PageList& pages, int index, MemoryRange memory,
                                                 int threads = 0);

}  // namespace platerip::rip
