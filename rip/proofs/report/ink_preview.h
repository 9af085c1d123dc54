// The coverage of plates for the presetting of ink keys, as a file in the Print Production Format.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ordered_tasks.h"
#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/plates/output_file.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/level_rows.h"
#include "rip/proofs/report/ppf_text.h"

namespace platerip::rip {

/// Averages plates to pictures of 50.8 dpi, or of their own resolution if that is lower. Pictures that need not be
/// turned are written on other threads while later plates are made. One thread at a time.
class InkPreview {
 public:
  /// `page` outlives this. Its resolution must be known. `file` is empty, and open as long as this object.
  InkPreview(const ProofedPage& page, OpenFile file);
  InkPreview(const InkPreview&) = delete;
  InkPreview& operator=(const InkPreview&) = delete;

  /// The most memory that the preview of such a page takes, in bytes.
  static std::int64_t memory_bytes(const ProofedPage& page);

  /// Adds the boxes of pixels that a preview of such a page averages.
  static void add_boxes(const ProofedPage& page, WantedSums& wanted);

  /// Adds the next `rows` rows of all plates. To be called within a step of the strip loop. `sums`: of these rows, if a
  /// GPU has made them; else null.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows, const PlateSums* sums = nullptr);

  /// Writes the rest of the file. The same page gives the same bytes. Precondition: all rows were added. To be called
  /// once, within a ThreadArena. Errors: the disk is full or fails, also while rows were added.
  Status write();

 private:
  using Samples = std::vector<std::uint8_t>;  // of whole rows: 0 is solid, 255 is paper

  void add_sums(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums);
  [[nodiscard]] Samples samples_of(std::size_t plate, std::size_t first, std::span<const std::uint64_t> sums) const;
  void write_rows(std::size_t plate, std::int64_t first, Samples samples);

  const ProofedPage& page_;
  OpenFile file_;
  std::vector<std::int64_t> columns_;  // borders, as the plates lie
  std::vector<std::int64_t> rows_;
  std::vector<double> shares_;  // of a pixel in the width of each box
  PpfText text_;
  std::vector<LevelRows> sums_;
  std::vector<Samples> lying_;   // of each plate that must be turned
  std::vector<Status> written_;  // rows of each plate
  OrderedTasks tasks_;           // declared after what they use; a lane for each plate
};

}  // namespace platerip::rip
