// Writes all plates of all pages to a stream as one TIFF.
#pragma once

#include "rip/plates/output_stream.h"
#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"
#include "tiffio/plates/plate_stream.h"

namespace platerip::rip {

/// Writes each plate as an image of one TIFF file, to a pipe or a file. close() ends the TIFF.
class TiffSink : public PlateSink {
 public:
  /// `out` outlives this.
  TiffSink(const PlateSettings& settings, OutputStream& out);

  /// How often the next page, with all its plates, appears in the file; at least 1.
  void set_copies(int copies) { copies_ = copies; }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  Status close(bool is_whole) override;

 private:
  Status flushed(const Status& written);

  PlateSettings settings_;
  OutputStream& out_;
  tiffio::PlateStream stream_;
  int copies_ = 1;
};

}  // namespace platerip::rip
