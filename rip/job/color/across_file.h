// Curves of an ink that change across a plate, from a file.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/per_ink.h"
#include "rip/job/length.h"
#include "rip/strips/column_curves.h"
#include "separation/curve.h"
#include "tiffio/raster.h"

namespace platerip::rip {

class AcrossFile {
 public:
  /// Reads a text file of at most 1 MiB. '#' begins a comment. The first line holds a unit, mm or px, and then amounts
  /// of ink in percent, which rise. Each further line holds a distance from the left of the plate in that unit, which
  /// rise, too, and what each of the amounts becomes there. 0 stays 0, and 100 stays 100 unless it is among the
  /// amounts. Errors name the file and the line: it cannot be read or is no such table, it has more than 4096 places,
  /// or those of separation::Curve::from_points().
  static Result<AcrossFile> read(const std::string& path);

  /// Whether its columns depend on the resolution.
  [[nodiscard]] bool needs_resolution() const;

  /// The curves at their columns, which are rounded. Of curves at one column, the first counts.
  [[nodiscard]] std::vector<ColumnCurve> at(const tiffio::Resolution& resolution) const;

 private:
  struct Group {
    Length place;
    separation::Curve curve;
  };
  std::vector<Group> groups_;
};

/// The inks of a page that have such a file. Errors, all of the setting `across`: those of profiles::by_ink(); the
/// page has no resolution, and a file is in millimetres; plates would lie on their side, so that their columns are not
/// those of the printer.
Result<std::vector<AcrossInk>> across_inks(const std::vector<profiles::PerInk<AcrossFile>>& files,
                                           std::span<const std::string> inks, const tiffio::Resolution& resolution,
                                           tiffio::Orientation orientation);

}  // namespace platerip::rip
