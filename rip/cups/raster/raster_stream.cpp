#include "rip/cups/raster/raster_stream.h"

#include "rip/cups/raster/raster_pages.h"
#include "rip/cups/raster/raster_sink.h"

namespace platerip::rip {

Result<std::unique_ptr<Pages>> open_raster_stream(InputStream& stream, MemoryRange memory, std::int64_t spool) {
  return std::unique_ptr<Pages>(std::make_unique<RasterPages>(stream, memory, spool));
}

Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out) {
  return std::unique_ptr<PlateSink>(std::make_unique<RasterSink>(job, out, RasterForm{}));
}

}  // namespace platerip::rip
