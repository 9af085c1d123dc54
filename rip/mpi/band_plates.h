// The plates of a page that all ranks search together, as the rank of one band sees them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rip/mpi/bands.h"
#include "rip/mpi/share_plates.h"
#include "rip/resources/spool.h"

namespace platerip::rip {

/// Writes the rows of the band as SharePlates does. Rows that go to rank 0 wait in a temporary file, because rank 0
/// takes them only when it has finished its own band.
class BandPlates : public PlateSink {
 public:
  /// `plates` outlives this.
  BandPlates(SharePlates& plates, const RowsToMake& band) : plates_(plates), band_(band) {}

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override {
    return plates_.files(page, inks);
  }
  [[nodiscard]] std::size_t memory_bytes(const PlatesInfo& plates) const override {
    return plates_.memory_bytes(plates);
  }
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  [[nodiscard]] std::vector<std::string> digests() override { return plates_.digests(); }
  void abandon() override { plates_.abandon(); }

 private:
  Status keep(std::span<const halftone::Plate> plates, std::int64_t rows);
  Status send_kept();

  SharePlates& plates_;
  RowsToMake band_;
  std::optional<Spool> waiting_;
  std::size_t count_ = 0;
  std::int64_t row_bytes_ = 0;  // of one plate
};

}  // namespace platerip::rip
