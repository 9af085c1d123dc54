// All plates of all pages as one TIFF down a stream.
#pragma once

#include "rip/plates/output_stream.h"
#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"
#include "tiffio/plates/plate_stream.h"

namespace platerip::rip {

class TiffSink : public PlateSink {
 public:
  /// `out` outlives this.
  TiffSink(const PlateSettings& settings, OutputStream& out);

  /// How many times the next page is to stand in the file, all its plates together; 1 or more.
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
