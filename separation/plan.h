// What every backend does to a pixel, worked out once from the settings. Private to separation/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "separation/ink_limit.h"
#include "separation/separation.h"
#include "status.h"

namespace platerip::separation {

struct Plan {
  std::vector<std::string> inks;                   ///< 3 to 8, in plane order
  std::vector<std::vector<std::uint16_t>> curves;  ///< a table per ink (see curve.h); empty: no ink has a curve
  std::optional<InkLimit> ink_limit;
};

/// The most inks that a plan has.
inline constexpr int max_inks = 8;

/// Checks the settings, whole and against each other. Errors: the first that does not fit.
Result<Plan> make_plan(const Settings& settings);

}  // namespace platerip::separation
