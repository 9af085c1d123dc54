// CUPS raster as a sink of plates. Also compiles without libcups.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// Makes a RasterSink with the default RasterForm. `job` and `out` outlive it. Errors: this build has no libcups.
Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out);

}  // namespace platerip::rip
