// Fractions as TIFF stores them. Nothing here throws.
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

}  // namespace platerip::tiffio
