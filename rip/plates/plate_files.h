// Writes plates as TIFF files, one for each ink of a page.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "rip/plates/plate_settings.h"
#include "rip/plates/plate_sink.h"

namespace platerip {
class OrderedTasks;
}

namespace platerip::tiffio {
class PlateWriter;
struct PlateInfo;
}  // namespace platerip::tiffio

namespace platerip::rip {

/// Writes plates as TIFF files. plate_paths() names them; its errors are errors of begin(). The folder of the settings
/// is created if it is missing.
class PlateFiles : public PlateSink {
 public:
  explicit PlateFiles(PlateSettings settings);
  ~PlateFiles() override;

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override;
  [[nodiscard]] std::size_t memory_bytes(const PlatesInfo& plates) const override;
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  [[nodiscard]] bool goes_on() const override { return goes_on_; }
  Result<std::vector<PlateRecord>> settle() override;

  /// Writes the plates in parallel on the threads of the strip loop, which may go on compressing after it returns.
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  [[nodiscard]] std::vector<std::string> digests() override;
  void abandon() override;

  /// PlateWriter::leave_out_rows() of all plates, instead of write().
  Status leave_out_rows();

 private:
  class Digest;
  Status open(const PlatesInfo& plates, std::span<const PlateRecord> earlier, std::vector<OutputFile>& files);
  Status open_plate(const PlatesInfo& plates, std::size_t ink, const PlateRecord* earlier, const OutputFile& file);
  [[nodiscard]] tiffio::PlateInfo info_of(const PlatesInfo& plates, std::size_t ink) const;

  PlateSettings settings_;
  int threads_ = 1;  // for finish()
  bool goes_on_ = false;
  std::vector<std::unique_ptr<Digest>> digests_;  // for a manifest; declared before writers_, which use them
  std::vector<std::unique_ptr<Digest>> strips_;   // digests of the strips alone, for settle()
  std::vector<tiffio::PlateWriter> writers_;
  std::unique_ptr<OrderedTasks> tasks_;  // declared after writers_, which they use
};

}  // namespace platerip::rip
