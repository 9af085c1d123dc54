// Writes plates as TIFF files, one for each ink of a page.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"
#include "tiffio/plates/plate_writer.h"

namespace platerip::rip {

class OrderedTasks;

/// Names its files with plate_paths(), and refuses in begin() what that refuses. The folder of the settings is created
/// if it is missing.
class PlateFiles : public PlateSink {
 public:
  explicit PlateFiles(PlateSettings settings);
  ~PlateFiles() override;

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override;
  [[nodiscard]] std::size_t memory_bytes(const PlatesInfo& plates) const override;
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;

  /// Writes the plates in parallel, on the threads of the strip loop. These compress strips even after it returns.
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  [[nodiscard]] std::vector<std::string> digests() override;
  void abandon() override;

 private:
  class Digest;
  [[nodiscard]] tiffio::PlateInfo info_of(const PlatesInfo& plates, std::size_t ink) const;

  PlateSettings settings_;
  int threads_ = 1;                               // that finish the plates
  std::vector<std::unique_ptr<Digest>> digests_;  // for a manifest; declared before writers_, which use them
  std::vector<tiffio::PlateWriter> writers_;
  std::unique_ptr<OrderedTasks> tasks_;  // declared after writers_, which they use
};

}  // namespace platerip::rip
