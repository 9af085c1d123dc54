// The formats in which pages arrive and plates leave on standard streams.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// The format of plates on a stream.
enum class StreamFormat { tiff, pbm, cups_raster };

/// Whether the format records the page's orientation (TIFF 6.0, Orientation). If not, pages must be brought upright
/// first.
constexpr bool keeps_orientation(StreamFormat format) {
  return format == StreamFormat::tiff;
}

/// Opens the pages of a stream, whose first bytes tell the format: PNM and PAM, CUPS and PWG raster, or TIFF. `stream`
/// outlives the pages. `memory`: bytes that reading may take. `threads`: see open_tiff_page(). `spool`: bytes that may
/// be used in TMPDIR. A TIFF that does not come from a file is copied there first, because it is read out of order.
/// Errors: the stream is empty or has another format; the error then names a command that converts it.
Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, MemoryRange memory, std::int64_t spool, int threads);

/// Makes the sink that writes plates to `out`. `job` and `out` outlive it. Errors: this build has no CUPS raster.
Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out);

}  // namespace platerip::rip
