// Plates as TIFF files, one for each ink of a page.
#pragma once

#include <string>
#include <vector>

#include "rip/job.h"
#include "rip/plate_sink.h"
#include "tiffio/plate_writer.h"

namespace platerip::rip {

class PlateFiles : public PlateSink {
 public:
  /// `job` outlives this.
  explicit PlateFiles(const Job& job) : job_(job) {}

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override;
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

  /// Several plates at the same time.
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

 private:
  const Job& job_;
  std::vector<tiffio::PlateWriter> writers_;
};

}  // namespace platerip::rip
