// Measurements of a target's patches.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/target.h"

namespace platerip::rip {

/// The part of the light that a value measures. red, green and blue: through the filters of a densitometer, or as X, Y
/// and Z. visual: all light. only: through the one filter of an instrument, whatever that is.
enum class Filter { red, green, blue, visual, only };

/// Less light than any instrument sees. Values below it, such as 0 or less for dark patches, are raised to it.
inline constexpr double least_light = 1e-5;

/// A measured patch.
struct Reading {
  std::string where;  ///< "FILE:LINE: ", for messages
  Patch patch;
  std::vector<double> light;  ///< the share that is reflected, for each of Measurements::filters: least_light or more
  double tone = 0;            ///< in percent, if the instrument gives tone values
  std::optional<double> from_left = {};  ///< where it was measured: mm from the left of the print
};

/// The measurements of a target.
struct Measurements {
  std::string path;
  std::vector<std::string> inks;
  std::vector<Filter> filters;  ///< none: Reading::tone is measured
  std::vector<Reading> readings;

  /// Whether any patch of this ink alone is measured.
  [[nodiscard]] bool has(std::size_t ink) const;

  /// Whether the patches are of drop sizes.
  [[nodiscard]] bool has_drops() const;
};

/// Reads a .ti3 of Argyll, other CGATS, or CSV. The measured values are in one of these sets of columns; if there are
/// several, the first counts:
/// - D_RED, D_GREEN, D_BLUE, D_VIS (or D_C, D_M, D_Y, D_K; any of them), or one DENSITY (or D)
/// - XYZ_X, XYZ_Y, XYZ_Z (or X, Y, Z), on any scale
/// - LAB_L, LAB_A, LAB_B (or L, a, b; L*, a*, b*), for D50
/// - TONE_VALUE (or TV, DOT): percent
///
/// With a `target`, each row names its patch there, and the inks are the target's. Without one, each row has its ink
/// amounts in columns of its own (CMYK_C, …; CSV may say C, M, Y, K), or an INK and its NOMINAL percentage. LEVEL_1,
/// LEVEL_2, … are Patch::drops; beside an INK, they give its nominal_amount(). MM is Reading::from_left. Errors name
/// the line: those of cgats::read(), impossible values, and patches that the target does not have or has with other
/// amounts.
Result<Measurements> read_measurements(const std::string& path, const std::optional<Target>& target);

/// The same, where `target` is the path of the target, if there is one. Errors: those of read_target(), too.
Result<Measurements> read_with_target(const std::string& path, const std::optional<std::string>& target);

}  // namespace platerip::rip
