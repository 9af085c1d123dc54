// The formats in which plates leave on standard output.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/option_values.h"
#include "rip/plates/output_stream.h"
#include "rip/plates/plate_sink.h"

namespace platerip::rip {

enum class StreamFormat { tiff, pbm, cups_raster };

/// A format of plates on a stream.
struct StreamFormatInfo {
  StreamFormat format;
  bool keeps_orientation;   ///< of the page (TIFF 6.0, Orientation); if not, pages must be brought upright first
  const char* remark = "";  ///< for help
};

/// All formats, by their names among options. The first is the default.
inline constexpr Choice<StreamFormatInfo> stream_formats[] = {
    {"tiff", {.format = StreamFormat::tiff, .keeps_orientation = true, .remark = " (all in one file)"}},
    {"pbm", {.format = StreamFormat::pbm, .keeps_orientation = false}},
    {"cups-raster", {.format = StreamFormat::cups_raster, .keeps_orientation = false}},
};

/// Makes the sink that writes plates to `out`. `job` and `out` outlive it. Errors: this build has no CUPS raster.
Result<std::unique_ptr<PlateSink>> make_stream_sink(StreamFormat format, const Job& job, OutputStream& out);

}  // namespace platerip::rip
