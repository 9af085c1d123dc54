// The pages of a TIFF that arrives on a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/resources/memory_range.h"

namespace platerip::rip {

/// Opens a TIFF on a stream. A TIFF is read out of order, so if `stream` is not a file, it is first copied to TMPDIR,
/// in at most `spool` bytes. `stream` outlives the pages. `memory`: bytes that reading may take. `threads`: see
/// open_tiff_page(). Errors: the stream is empty, is not a TIFF, or is larger than `spool`.
Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, MemoryRange memory, std::int64_t spool,
                                                int threads = 0);

}  // namespace platerip::rip
