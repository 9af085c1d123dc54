// A calibration curve: the amount to ask of a press so that it prints the tone that is meant.
//
// Its functions throw std::bad_alloc where memory runs out, and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::separation {

/// A tone curve from [0, 1] to [0, 1], monotone and never decreasing, with 0 at 0: paper stays paper.
/// Between its points a monotone piecewise cubic runs (Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation",
/// SIAM J. Numer. Anal. 17, 1980).
class Curve {
 public:
  struct Point {
    double in = 0;   ///< percent
    double out = 0;  ///< percent
  };

  /// At least two points in rising order of `in`, the last at 100. 0 → 0 is added where it is missing.
  /// Errors: percentages outside 0 … 100, inputs that do not rise by at least 0.001, outputs that fall, 0 that does not
  /// map to 0, one point alone, no point at 100, fractions (inputs that never pass 1, or outputs that never do and are
  /// not all 0).
  static Result<Curve> from_points(std::vector<Point> points);

  /// Reads a text file: one point a line, input and output percent; '#' starts a comment. Errors name the file and the
  /// line.
  static Result<Curve> from_file(const std::string& path);

  /// The curve at x in [0, 1].
  [[nodiscard]] double operator()(double x) const;

  /// The curve as a table of 2^bits entries, bits 8 or 16; with max = 2^bits − 1,
  /// table[v] = floor(max·curve(v / max) + 0.5). The same on every machine.
  [[nodiscard]] std::vector<std::uint16_t> table(int bits) const;

 private:
  Curve() = default;
  std::vector<Point> points_;   // in [0, 1]
  std::vector<double> slopes_;  // at the points
};

}  // namespace platerip::separation
