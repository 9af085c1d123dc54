// The pages of a TIFF that comes down a stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"

namespace platerip::rip {

/// A TIFF is read out of order: where `stream` is no file, all of it is kept in TMPDIR first, `spool` bytes at most.
/// `stream` outlives the pages; `memory`: bytes that reading may take. Errors: nothing comes, or no TIFF; it does not
/// fit `spool`.
Result<std::unique_ptr<Pages>> open_tiff_stream(InputStream& stream, std::size_t memory, std::int64_t spool);

}  // namespace platerip::rip
