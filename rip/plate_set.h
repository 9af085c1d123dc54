// The plates of a page while they are written, and how much of each is inked.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "halftone/halftone.h"
#include "rip/job.h"
#include "rip/output_file.h"
#include "rip/plate_names.h"
#include "status.h"
#include "tiffio/page_reader.h"
#include "tiffio/plate_writer.h"

namespace platerip::rip {

/// Writes one plate per ink. The files are the caller's to commit, so that a page's plates and preview get their names
/// together.
class PlateSet {
 public:
  /// Adds the plates' files, in the order of `inks`, to `files`, and begins to write them. Errors: a file that cannot
  /// be made.
  static Result<PlateSet> open(const Job& job, const PageSource& source, const tiffio::PageInfo& page,
                               std::span<const std::string> inks, std::vector<OutputFile>& files);

  /// Appends `rows` rows of every plate, in the order of the inks; several plates at the same time.
  Status write(std::span<const halftone::Plate> plates, std::int64_t rows);

  /// Writes what is left. Precondition: all rows were written.
  Status finish();

  /// Percent of the area that is inked so far, by the page's size; `plate` counts as the inks do.
  [[nodiscard]] double coverage_percent(std::size_t plate) const;

 private:
  PlateSet(std::int64_t width, std::int64_t height, int levels) : width_(width), height_(height), levels_(levels) {}

  std::int64_t width_;
  std::int64_t height_;
  int levels_;
  std::vector<tiffio::PlateWriter> writers_;
  std::vector<std::uint64_t> level_sums_;
};

}  // namespace platerip::rip
