// The tags that a page and its plates share, which say how the raster lies on the paper. Nothing here throws.
#pragma once

#include <cstdint>

namespace platerip::tiffio {

/// A number from 0 on as a fraction of two 32-bit numbers. It counts as a double, and stays the fraction that a file
/// has: a double may be none, and 3000000/10000 stays that.
class Rational {
 public:
  Rational() = default;
  Rational(std::uint32_t numerator, std::uint32_t denominator)
      : numerator_(denominator == 0 ? 0 : numerator), denominator_(denominator == 0 ? 1 : denominator) {}

  /// The fraction with the least denominator that is nearest to `value`; 0 for what is no such fraction: negative, NaN
  /// or too large.
  Rational(double value);

  operator double() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }

  [[nodiscard]] std::uint32_t numerator() const { return numerator_; }
  [[nodiscard]] std::uint32_t denominator() const { return denominator_; }

 private:
  std::uint32_t numerator_ = 0;
  std::uint32_t denominator_ = 1;
};

/// TIFF 6.0 XResolution, YResolution and ResolutionUnit (1 none, 2 inch, 3 centimetre). x and y are 0 if the page has
/// no resolution.
struct Resolution {
  Rational x;
  Rational y;
  std::uint16_t unit = 2;

  /// Whether it has a unit, and is greater than 0.
  [[nodiscard]] bool is_known() const { return unit != 1 && x > 0 && y > 0; }
  /// Per inch, what is `dots` per unit.
  [[nodiscard]] double per_inch(double dots) const { return unit == 3 ? 2.54 * dots : dots; }
  /// The length of a unit.
  [[nodiscard]] double unit_millimetres() const { return unit == 3 ? 10 : 25.4; }

  friend bool operator==(const Resolution&, const Resolution&) = default;
};

/// Gives both directions the same resolution if only one has any. Returns whether that was so.
inline bool complete(Resolution& resolution) {
  if ((resolution.x > 0) == (resolution.y > 0)) return false;
  (resolution.x > 0 ? resolution.y : resolution.x) = resolution.x > 0 ? resolution.x : resolution.y;
  return true;
}

/// TIFF 6.0 Orientation: 1 (row 0 is the top, column 0 the left side) to 8.
using Orientation = std::uint16_t;

}  // namespace platerip::tiffio
