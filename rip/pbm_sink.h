// Plates as PBM images down a stream: plate after plate, page after page.
#pragma once

#include <vector>

#include "rip/job.h"
#include "rip/output_stream.h"
#include "rip/plate_sink.h"
#include "rip/spool.h"

namespace platerip::rip {

/// PBM ("P4") of each plate of 2 levels, 1 is ink. The first plate of a page goes out as it is made; the others, which
/// are made at the same time, are kept in TMPDIR until their turn comes, job.spool bytes at most.
class PbmSink : public PlateSink {
 public:
  /// `job` and `out` outlive this.
  PbmSink(const Job& job, OutputStream& out) : job_(job), out_(out) {}

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

 private:
  Status write_header();
  void pack(const halftone::Plate& plate, std::int64_t rows);
  Status copy_out(const Spool& spool);

  const Job& job_;
  OutputStream& out_;
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  std::vector<Spool> waiting_;     // the plates but the first
  std::vector<std::byte> packed_;  // rows without padding
};

}  // namespace platerip::rip
