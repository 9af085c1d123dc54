// The coverage of plates for the presetting of ink keys, as a file in the Print Production Format.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/plates/output_file.h"
#include "rip/proofs/proofed_page.h"
#include "rip/proofs/report/level_rows.h"

namespace platerip::rip {

/// Averages plates to pictures of 50.8 dpi, or of their own resolution if that is lower. One thread at a time.
class InkPreview {
 public:
  /// `page` outlives this. Its resolution must be known.
  explicit InkPreview(const ProofedPage& page);
  InkPreview(const InkPreview&) = delete;
  InkPreview& operator=(const InkPreview&) = delete;

  /// The most memory that the preview of such a page takes, in bytes.
  static std::int64_t memory_bytes(const ProofedPage& page);

  /// Adds the next `rows` rows of all plates. To be called within a step of the strip loop.
  void add(std::span<const halftone::Plate> plates, std::int64_t rows);

  /// Writes the file: one sheet with a front, which has a picture of each plate, upright (CIP3 Print Production Format
  /// 3.0, 1998). Samples have 8 bits: 0 is solid, 255 is paper. They are in hexadecimal and not compressed, because
  /// every reader takes that. The same page gives the same bytes. Precondition: all rows were added. To be
  /// called within a ThreadArena. Errors: those of OutputFile::write().
  Status write(const OutputFile& file) const;

 private:
  [[nodiscard]] std::size_t count() const { return (columns_.size() - 1) * (rows_.size() - 1); }  // of samples
  void write_rows(std::size_t first, std::span<const std::uint64_t> sums, std::uint64_t solid,
                  std::uint8_t* samples) const;
  Status write_separation(std::size_t plate, const OutputFile& file) const;

  const ProofedPage& page_;
  std::vector<std::int64_t> columns_;  // borders
  std::vector<std::int64_t> rows_;
  std::vector<std::unique_ptr<std::uint8_t[]>> samples_;  // of each plate; not touched before they are known
  std::vector<LevelRows> sums_;
};

}  // namespace platerip::rip
