#include "rip/job/length.h"

#include <cmath>

#include "rip/job/option_spelling.h"
#include "rip/job/option_values.h"

namespace platerip::rip {

std::int64_t pixels_of(const Length& length, const tiffio::Rational& per_unit, const tiffio::Resolution& resolution,
                       std::int64_t parts) {
  constexpr std::int64_t thousand = 1000, micrometres_per_cm = 10'000, micrometres_per_inch = 25'400;
  if (length.in_pixels) return (parts * length.thousandths + thousand / 2) / thousand;
  const std::int64_t unit = resolution.unit == 3 ? micrometres_per_cm : micrometres_per_inch;
  const std::int64_t divisor = unit * per_unit.denominator();
  return (parts * length.thousandths * per_unit.numerator() + divisor / 2) / divisor;
}

Status read_length(const std::string& word, const LengthRange& allowed, Length& length) {
  const bool in_pixels = word.ends_with("px"), has_unit = in_pixels || word.ends_with("mm");
  const std::string number = word.substr(0, word.size() - (has_unit ? 2 : 0));
  const int most = in_pixels ? allowed.most_pixels : allowed.most_millimetres;
  const std::string range = "0 to " + std::to_string(most) + (in_pixels ? " px" : " mm");
  double value = 0;
  const Status status = read_number(number, Range<double>{0, static_cast<double>(most), range.c_str()}, value);
  if (!status.ok()) return status;
  length = {.thousandths = std::llround(1000 * value), .in_pixels = in_pixels};
  return {};
}

std::string text_of(const Length& length) {
  return text_of(static_cast<double>(length.thousandths) / 1000) + (length.in_pixels ? "px" : "mm");
}

}  // namespace platerip::rip
