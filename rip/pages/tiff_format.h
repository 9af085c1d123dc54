// Pages of TIFFs, in files and streams.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/resources/memory_range.h"
#include "tiffio/pages/page_reader.h"

namespace platerip::rip {

/// Opens page `index` (from 0) of a TIFF. `memory`, `threads`: see PageOpener. Thread-safe. Errors: those of
/// tiffio::PageReader::open().
Result<std::unique_ptr<PageRows>> open_tiff_page(const tiffio::PageList& pages, int index, MemoryRange memory,
                                                 int threads = 0);

/// Opens a TIFF on a stream. A TIFF is read out of order, so if `stream` is not a file, it is first copied to TMPDIR,
/// in at most `spool` bytes. `stream` outlives the pages. Errors: the stream is empty, is not a TIFF, or is larger than
/// `spool`.
Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, MemoryRange memory, std::int64_t spool,
                                                int threads = 0);

}  // namespace platerip::rip
