// Where plates go: files of their own, or together down a stream.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/pages/page_source.h"
#include "rip/plates/output_file.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// The plates of one page.
struct PlatesInfo {
  std::int64_t width = 0;   ///< pixels
  std::int64_t height = 0;  ///< pixels
  int levels = 2;
  tiffio::Resolution resolution;
  tiffio::Orientation orientation = 1;
  std::vector<std::string> inks;  ///< a plate each, in the order in which they are handed over
  PageSource page;
};

/// Takes the plates of page after page: begin(), write() until all rows are there, finish(); close() after the last
/// page, also where a later one failed. One thread at a time.
class PlateSink {
 public:
  virtual ~PlateSink() = default;

  /// The files that the plates of a page will be, in the order of the inks; empty where they are none.
  [[nodiscard]] virtual std::vector<std::string> files(const PageSource& page, std::span<const std::string> inks) const;

  /// Files that are to get their names once the page is whole are added to `files`, whose owner commits them. Errors:
  /// what cannot be written so, or not at all. A sink that has failed is of no further use, unless it makes files.
  virtual Status begin(const PlatesInfo& plates, std::vector<OutputFile>& files) = 0;

  /// Appends `rows` rows of every plate.
  virtual Status write(std::span<const halftone::Plate> plates, std::int64_t rows) = 0;

  /// Writes what is left of the page. Precondition: all rows were written.
  virtual Status finish() = 0;

  /// Writes what is left of all pages that were finished, also in the middle of another one; no page is begun any more.
  /// `is_whole`: no page is missing. Errors: no page was finished, where there must be one.
  virtual Status close(bool is_whole);
};

}  // namespace platerip::rip
