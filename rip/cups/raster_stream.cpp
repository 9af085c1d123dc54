#include "rip/cups/raster_pages.h"
#include "rip/cups/raster_sink.h"
#include "rip/stream_formats.h"
#include "rip/strip_plan.h"

namespace platerip::rip {

Result<std::unique_ptr<Pages>> open_raster_stream(InputStream& stream, const Job& job) {
  return std::unique_ptr<Pages>(std::make_unique<RasterPages>(stream, job.memory / reader_share, job.spool));
}

Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out) {
  return std::unique_ptr<PlateSink>(std::make_unique<RasterSink>(job, out, RasterForm{}));
}

}  // namespace platerip::rip
