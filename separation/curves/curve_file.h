// The calibration curves in a file: of one ink in a file of points, or of several inks in a .cal of Argyll.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "profiles/per_ink.h"
#include "separation/curve.h"

namespace platerip::separation {

class CurveFile {
 public:
  /// Reads a file of at most 1 MiB: one for Curve::from_file(), or a .cal of Argyll, whose first word is CAL. Its
  /// fractions become percent. Errors name the file, and the line if there is one: those of Curve::from_file() or
  /// cgats::parse(); a calibration without inks or inputs; curves that Curve::from_points() refuses, as those of
  /// displays may be.
  static Result<CurveFile> read(const std::string& path);

  /// The curve of the ink. A file of points has the same for every ink. A .cal has inks by their names, whatever the
  /// case. Errors: the calibration has none for that ink; the message lists those that it has.
  [[nodiscard]] Result<Curve> curve_of(const std::string& ink) const;

 private:
  std::string path_;
  std::vector<std::pair<std::string, Curve>> curves_;  // by ink; the only one without a name is for every ink
};

/// The curves of all inks, in the order of `inks`; none for an ink without a file. Errors: those of curve_of() and, of
/// the setting `option`, of profiles::by_ink().
Result<std::vector<std::optional<Curve>>> curves_of(const std::vector<profiles::PerInk<CurveFile>>& files,
                                                    const std::vector<std::string>& inks, std::string_view option);

}  // namespace platerip::separation
