// Writes plates as TIFF files, one for each ink of a page.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"
#include "tiffio/plates/plate_writer.h"

namespace platerip::rip {

/// Names its files with plate_paths(). The folder of the settings is created if it is missing.
class PlateFiles : public PlateSink {
 public:
  explicit PlateFiles(PlateSettings settings) : settings_(std::move(settings)) {}

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override;
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

  /// Writes the plates in parallel, on the threads of the strip loop.
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;

 private:
  PlateSettings settings_;
  std::vector<tiffio::PlateWriter> writers_;
};

}  // namespace platerip::rip
