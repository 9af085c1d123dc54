#include "rip/cups/raster/make_raster_sink.h"

#include "rip/cups/raster/raster_sink.h"

namespace platerip::rip {

Result<std::unique_ptr<PlateSink>> make_raster_sink(const Job& job, OutputStream& out) {
  return std::unique_ptr<PlateSink>(std::make_unique<RasterSink>(job, out, RasterForm{}));
}

}  // namespace platerip::rip
