#include "rip/app/stream_formats.h"

#include "rip/cups/raster/make_raster_sink.h"
#include "rip/plates/pbm_sink.h"
#include "rip/plates/tiff_sink.h"

namespace platerip::rip {

Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out) {
  switch (format) {
    case StreamFormat::tiff:
      return std::unique_ptr<PlateSink>(std::make_unique<TiffSink>(job.plates, out));
    case StreamFormat::pbm:
      return std::unique_ptr<PlateSink>(
          std::make_unique<PbmSink>(job.plates, job.spool, option_of_levels(job.drops), out));
    case StreamFormat::cups_raster:
      break;
  }
  return make_raster_sink(job, out);
}

}  // namespace platerip::rip
