// Lengths on plates: how users write them, and how many pixels they are. Everything is counted in whole numbers.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"
#include "tiffio/raster.h"

namespace platerip::rip {

/// A length in thousandths of a millimetre, or of a pixel.
struct Length {
  std::int64_t thousandths = 0;  ///< 0 or more
  bool in_pixels = false;

  [[nodiscard]] constexpr bool is_zero() const { return thousandths == 0; }
  /// Whether its pixels depend on the resolution.
  [[nodiscard]] constexpr bool needs_resolution() const { return !in_pixels && !is_zero(); }
  friend bool operator==(const Length&, const Length&) = default;
};

/// A length that is known in micrometres, as those of marks are.
using Micrometres = std::int64_t;
constexpr Length length_of(Micrometres micrometres) {
  return {.thousandths = micrometres};
}

/// The pixels of a length, in 1/`parts` pixels and to the nearest of these. `per_unit`: the resolution in one
/// direction. Exact for up to 1 m in whole pixels, and for up to 1 cm in 1/256 pixels. 0 if the resolution is needed,
/// but unknown.
std::int64_t pixels_of(const Length& length, const tiffio::Rational& per_unit, const tiffio::Resolution& resolution,
                       std::int64_t parts = 1);

/// The lengths that an option takes: from 0 on.
struct LengthRange {
  int most_millimetres;
  int most_pixels;
};

/// Parses "0.3", "0.3mm" or "4px", to the nearest thousandth. Errors: no such length, or out of range. `length` is then
/// unchanged.
Status read_length(const std::string& word, const LengthRange& allowed, Length& length);

/// "0.3mm", "4px".
std::string text_of(const Length& length);

/// Lengths as a kind of options (option_spelling.h). `allowed` is a LengthRange.
template <const LengthRange& allowed>
struct LengthIn {
  using Type = Length;
  static constexpr const char* name = "MM";
  static constexpr bool input_file = false;
  static Status read(const std::string& word, Length& length) { return read_length(word, allowed, length); }
  static std::string print(const Length& length) { return text_of(length); }
};

inline constexpr LengthRange edge_lengths{.most_millimetres = 10, .most_pixels = 100};
inline constexpr LengthRange sheet_lengths{.most_millimetres = 1000, .most_pixels = 100'000};

/// By how much shapes shrink or grow.
using EdgeLength = LengthIn<edge_lengths>;
/// Margins and gaps.
using SheetLength = LengthIn<sheet_lengths>;

}  // namespace platerip::rip
