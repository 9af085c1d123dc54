// Writes plates to a stream as PBM images: plate after plate, page after page.
#pragma once

#include <vector>

#include "rip/plates/output_stream.h"
#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"
#include "rip/resources/spool.h"

namespace platerip::rip {

/// Writes each plate of 2 levels as PBM ("P4"), where 1 is ink. The first plate of a page is written while it is made.
/// The others are made at the same time and wait in TMPDIR, in at most `spool` bytes.
class PbmSink : public PlateSink {
 public:
  /// `out` outlives this. `option_of_levels` is the one to leave out if there are more than 2 levels. Errors of
  /// begin(): there are; or too little spool.
  PbmSink(const PlateSettings& settings, std::int64_t spool, const char* option_of_levels, OutputStream& out)
      : invert_(settings.invert), spool_(spool), option_of_levels_(option_of_levels), out_(out) {}

  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

 private:
  Status write_header();
  void pack(const halftone::Plate& plate, std::int64_t rows);
  Status copy_out(const Spool& spool);

  bool invert_;
  std::int64_t spool_;
  const char* option_of_levels_;
  OutputStream& out_;
  std::int64_t width_ = 0;
  std::int64_t height_ = 0;
  std::vector<Spool> waiting_;     // all plates except the first
  std::vector<std::byte> packed_;  // rows without padding
};

}  // namespace platerip::rip
