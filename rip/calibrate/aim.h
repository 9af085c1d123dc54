// The tone that an ink amount is to print.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/tone_values.h"
#include "separation/curve.h"

namespace platerip::rip {

/// Gives the tone to print for each ink amount.
class Aim {
 public:
  /// The linear aim: the tone is the ink amount.
  Aim() = default;

  /// Reads the aim that a user names:
  /// - "linear"
  /// - "tvi=PERCENT", 0 to 25: the tone value increase at 50 %. Elsewhere it follows the parabola 4·PERCENT·a·(1 − a)
  /// - "iso-a" to "iso-d": the same with 16, 19, 22 and 25, which printers commonly use for curves A to D of
  ///   ISO 12647-2:2013. The standard's own curves are tables; a file may hold one
  /// - a file for separation::Curve::from_file(), from ink amounts to tones
  /// Errors: no such name or file, a number that is not allowed, or those of the file.
  static Result<Aim> named(const std::string& word);

  /// The tones of a wedge: straight lines between its tints, which never fall. `tints`: by rising nominal value.
  static Aim through(const std::vector<Tint>& tints);

  /// The tone of an ink amount, both in percent.
  [[nodiscard]] double operator()(double amount) const;

 private:
  double increase_ = 0;  // at 50 %
  std::optional<separation::Curve> curve_;
  std::vector<Tint> tints_;  // with paper and solid; or empty
};

}  // namespace platerip::rip
