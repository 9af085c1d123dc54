// Writes the rows of all ranks into one file for each plate.
#pragma once

#include <string>
#include <vector>

#include "rip/mpi/page_link.h"
#include "rip/mpi/share.h"
#include "rip/plates/plate_files.h"

namespace platerip::rip {

/// The most rows that are sent to rank 0 together.
inline constexpr std::int64_t most_piece_rows = 512;

/// The plates of a page as one rank sees them, which writes the rows of its share.
///
/// If all ranks are on one machine and the plates are not compressed, rank 0 makes the files without rows. Then each
/// rank writes its own rows at their places. In all other cases the rows go to rank 0, which writes them in order: the
/// clients of a file server may write whole blocks, and so undo each other's rows. Rank 0 finishes when all ranks have
/// written. If there is to be a manifest, the ranks that wrote the files then compute the digests, each of other
/// plates.
class SharePlates : public PlateSink {
 public:
  /// `link` outlives this.
  SharePlates(const PlateSettings& settings, const Share& share, PageLink& link);

  /// Whether this rank sends its rows to rank 0. It must then write a strip at a time, or most_piece_rows rows of it
  /// until the last. Before rank 0 has written all rows above, write() waits.
  [[nodiscard]] bool sends_rows() const { return !in_place_ && !is_first(); }
  ~SharePlates() override;

  [[nodiscard]] std::vector<std::string> files(const PageSource& page,
                                               std::span<const std::string> inks) const override;
  [[nodiscard]] std::size_t memory_bytes(const PlatesInfo& plates) const override;
  Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) override;
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows) override;
  Status finish() override;
  [[nodiscard]] std::vector<std::string> digests() override;
  void abandon() override;

 private:
  struct Target {
    std::string path;
    int fd = -1;
    std::int64_t offset = 0;  // of the first row
  };

  Status make_without_rows(const std::vector<OutputFile>& files);
  Status open_targets();
  Status write_piece(std::span<const halftone::Plate> plates, std::int64_t rows, std::int64_t page_row);
  Status send_piece(std::span<const halftone::Plate> plates, std::int64_t rows);
  [[nodiscard]] std::int64_t piece_rows(std::int64_t rows) const;
  Status put(const Target& target, const halftone::Plate& plate, std::int64_t rows, std::int64_t page_row);
  Status take_rows_above(std::int64_t row);
  Status end_writing();
  Status wait_for_all();
  Status make_digests();
  Status make_digest(std::size_t plate);
  Status gather_digests();
  [[nodiscard]] int maker_of(std::size_t plate) const {
    return static_cast<int>(plate % static_cast<std::size_t>(share_.makers()));
  }
  [[nodiscard]] bool is_first() const { return share_.rank == 0; }

  PlateSettings settings_;
  Share share_;
  PageLink& link_;
  bool in_place_;                     // every rank writes its own rows
  PlateFiles files_;                  // of rank 0
  std::vector<Target> targets_;       // the plates, if in_place_
  std::vector<std::string> digests_;  // of the plates, if in_place_
  std::size_t plates_ = 0;
  int threads_ = 1;
  std::int64_t row_bytes_ = 0;
  std::byte last_mask_{};      // the bits of a row's last byte that lie within the width
  std::int64_t written_ = 0;   // rows of the share
  std::int64_t gathered_ = 0;  // rows of the page, by rank 0, unless in_place_
  int ahead_ = 0;              // pieces sent that rank 0 has not written
};

}  // namespace platerip::rip
