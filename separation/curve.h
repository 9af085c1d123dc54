// A calibration curve: the ink amount to ask of a press so that it prints the intended tone.
//
// Functions may throw std::bad_alloc, and nothing else. A curve is immutable, so several threads may use one.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::separation {

/// A tone curve from [0, 1] to [0, 1]. It never falls, and maps 0 to 0, so that paper stays paper. Between its points
/// it is a monotone piecewise cubic (Fritsch and Carlson, "Monotone Piecewise Cubic Interpolation", SIAM J. Numer.
/// Anal. 17, 1980).
class Curve {
 public:
  struct Point {
    double in = 0;   ///< percent
    double out = 0;  ///< percent
  };

  /// Makes a curve from at least two points, ordered by `in`, the last at 100. The point 0 → 0 is added if it is
  /// missing. Errors: percentages outside 0 … 100, inputs that rise by less than 0.001, outputs that fall, a 0 that
  /// does not map to 0, fewer than two points, no point at 100, or values that look like fractions (no input exceeds 1,
  /// or no output does and not all are 0).
  static Result<Curve> from_points(std::vector<Point> points);

  /// Reads a curve from a text file of at most 1 MiB. Each line holds one point, its input and output in percent; '#'
  /// starts a comment. Errors: the file cannot be read, or those of from_points(). The message names the file and the
  /// line.
  static Result<Curve> from_file(const std::string& path);
  /// The same for the text of a file, which messages call `path`.
  static Result<Curve> from_text(std::string_view text, const std::string& path);

  /// The value of the curve at x. Values outside [0, 1] count as the nearer end.
  [[nodiscard]] double operator()(double x) const;

  /// The curve as a table of 2^bits entries, where `bits` is 8 or 16. With max = 2^bits − 1, table[v] =
  /// floor(max·curve(v / max) + 0.5). The table is the same on every machine.
  [[nodiscard]] std::vector<std::uint16_t> table(int bits) const;

 private:
  Curve() = default;
  std::vector<Point> points_;   // in [0, 1]
  std::vector<double> slopes_;  // at the points
};

}  // namespace platerip::separation
