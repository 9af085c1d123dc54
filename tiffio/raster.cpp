#include "tiffio/raster.h"

#include <cmath>
#include <limits>

namespace platerip::tiffio {

// Continued fractions: each step gives the nearest fraction of all that have no greater denominator.
Rational::Rational(double value) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
  if (!(value > 0) || value > static_cast<double>(most)) return;
  std::uint64_t numerator_before = 0;
  std::uint64_t denominator_before = 1;
  std::uint64_t numerator = 1;
  std::uint64_t denominator = 0;
  for (double rest = value; rest <= static_cast<double>(most);) {
    const auto whole = static_cast<std::uint64_t>(rest);
    const std::uint64_t next_numerator = whole * numerator + numerator_before;
    const std::uint64_t next_denominator = whole * denominator + denominator_before;
    if (next_numerator > most || next_denominator > most) break;
    numerator_before = numerator;
    denominator_before = denominator;
    numerator = next_numerator;
    denominator = next_denominator;
    if (static_cast<double>(numerator) / static_cast<double>(denominator) == value) break;
    rest = 1 / (rest - std::floor(rest));
  }
  numerator_ = static_cast<std::uint32_t>(numerator);
  denominator_ = static_cast<std::uint32_t>(denominator);
}

}  // namespace platerip::tiffio
