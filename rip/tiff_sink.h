// All plates of all pages as one TIFF down a stream.
#pragma once

#include "rip/job.h"
#include "rip/output_stream.h"
#include "rip/plate_sink.h"
#include "tiffio/plate_stream.h"

namespace platerip::rip {

class TiffSink : public PlateSink {
 public:
  /// `job` and `out` outlive this.
  TiffSink(const Job& job, OutputStream& out);

  /// How many times the next page is to stand in the file, all its plates together; 1 or more.
  void set_copies(int copies) { copies_ = copies; }

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  Status close(bool is_whole) override;

 private:
  Status flushed(const Status& written);

  const Job& job_;
  OutputStream& out_;
  tiffio::PlateStream stream_;
  int copies_ = 1;
};

}  // namespace platerip::rip
