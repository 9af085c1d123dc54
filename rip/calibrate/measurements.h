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

/// What an instrument sees of the light: red, green and blue by the filters of a densitometer or as X, Y and Z; all of
/// it; or one filter that nobody has named.
enum class Filter { red, green, blue, visual, only };

/// A measured patch.
struct Reading {
  std::string where;  ///< "FILE:LINE: ", for messages
  Patch patch;
  std::vector<double> light;  ///< the share that is reflected, for each filter: more than 0
  double tone = 0;            ///< percent, if the instrument gives tone values
};

struct Measurements {
  std::string path;
  std::vector<std::string> inks;
  std::vector<Filter> filters;  ///< none: Reading::tone is measured
  std::vector<Reading> readings;
};

/// Reads a .ti3 of Argyll, other CGATS, or CSV. A row has one of
/// - XYZ_X, XYZ_Y, XYZ_Z (or X, Y, Z), on any scale
/// - LAB_L, LAB_A, LAB_B (or L, a, b; L*, a*, b*), for D50
/// - D_RED, D_GREEN, D_BLUE, D_VIS (or D_C, D_M, D_Y, D_K; any of them), or one DENSITY (or D)
/// - TONE_VALUE (or TV, DOT): percent
/// and says which patch it is: by a name of `target`, whose inks then count; or by columns of ink amounts; or by INK
/// and NOMINAL. Errors name the line: those of cgats::read(), values that cannot be, patches that the target does not
/// have or has with other amounts.
Result<Measurements> read_measurements(const std::string& path, const std::optional<Target>& target);

}  // namespace platerip::rip
