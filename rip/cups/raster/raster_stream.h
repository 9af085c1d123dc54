// CUPS raster as a source of pages and as a sink of plates. Also compiles without libcups.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// Make RasterPages, and a RasterSink with the default RasterForm. Their constructors say what the parameters are.
/// Errors: this build has no libcups.
Result<std::unique_ptr<Pages>> open_raster_stream(InputStream& stream, MemoryRange memory, std::int64_t spool);
Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out);

}  // namespace platerip::rip
