// CUPS raster as a stream of pages and as a sink of plates, also where this build has no libcups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/pipeline/job.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// CUPS raster, where this build has libcups; else errors that say so.
Result<std::unique_ptr<Pages>> open_raster_stream(InputStream& stream, std::size_t memory, std::int64_t spool);
Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out);

}  // namespace platerip::rip
