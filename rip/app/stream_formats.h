// What comes down a stream, and what can go down one.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/pages/input_stream.h"
#include "rip/pages/page_rows.h"
#include "rip/pipeline/job.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

/// How plates go down a stream.
enum class StreamFormat { tiff, pbm, cups_raster };

/// Does it say how a page lies (TIFF 6.0, Orientation)? Where not, only upright pages may go there.
constexpr bool keeps_orientation(StreamFormat format) {
  return format == StreamFormat::tiff;
}

/// The pages of a stream, told by its first bytes: PNM and PAM, CUPS and PWG raster, TIFF. `stream` outlives them.
/// `memory`: bytes that reading may take; `spool`: bytes in TMPDIR, at most. There a TIFF that is no file is kept
/// first, as it is read out of order. Errors: nothing comes, or something else; the error names the
/// command that makes a page of it.
Result<std::unique_ptr<Pages>> open_stream(InputStream& stream, std::size_t memory, std::int64_t spool);

/// `job` outlives the sink for a CUPS raster, `out` every sink. Errors: this build has no CUPS raster.
Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out);

}  // namespace platerip::rip
