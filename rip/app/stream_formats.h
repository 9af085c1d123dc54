// The formats in which plates leave on standard output.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
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

/// Makes the sink that writes plates to `out`. `job` and `out` outlive it. Errors: this build has no CUPS raster.
Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out);

}  // namespace platerip::rip
