#include "rip/app/stream_formats.h"

#include <string>

#include "rip/cups/raster/raster_stream.h"
#include "rip/pages/page_kind.h"
#include "rip/pages/pnm_pages.h"
#include "rip/pages/tiff_stream.h"
#include "rip/plates/pbm_sink.h"
#include "rip/plates/tiff_sink.h"

namespace platerip::rip {
Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, MemoryRange memory, std::int64_t spool, int threads) {
  const auto magic = first_bytes(stream);
  if (!magic.ok()) return magic.error();
  switch (page_kind(*magic)) {
    case PageKind::tiff:
      return open_tiff_stream(stream, memory, spool, threads);
    case PageKind::pnm:
      return std::unique_ptr<Pages>(std::make_unique<PnmPages>(stream));
    case PageKind::raster:
      return open_raster_stream(stream, memory, spool);
    case PageKind::other:
      break;
  }
  return Error{stream.name() + ": " + no_page(*magic, "")};
}

Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out) {
  switch (format) {
    case StreamFormat::tiff:
      return std::unique_ptr<PlateSink>(std::make_unique<TiffSink>(job.plates, out));
    case StreamFormat::pbm:
      return std::unique_ptr<PlateSink>(std::make_unique<PbmSink>(job.plates, job.spool, out));
    case StreamFormat::cups_raster:
      break;
  }
  return make_raster_sink(job, out);
}

}  // namespace platerip::rip
