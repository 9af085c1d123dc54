// What every backend does to a pixel. It is derived once from the settings. Private to separation/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/ink_limit.h"
#include "separation/separation.h"

namespace platerip::separation {

/// How grays are printed with black ink alone.
struct BlackAlone {
  int plane = 0;
  std::vector<std::uint16_t> amounts;  ///< for every gray, before the curve
};

struct Plan {
  std::vector<std::string> inks;                   ///< 3 to 8, in plane order
  std::optional<BlackAlone> black_alone;           ///< for gray and rgb pages that ask for it
  std::vector<std::vector<std::uint16_t>> curves;  ///< one table per ink (see curve.h); empty: no ink has a curve
  std::optional<InkLimit> ink_limit;
};

/// The greatest number of inks in a plan.
inline constexpr int max_inks = 8;

/// Checks the settings, each by itself and all against each other. Errors: the first setting that does not fit.
Result<Plan> make_plan(const Settings& settings);

/// The end of a separator's description, which says how grays are printed: "" or ", grays in black alone".
std::string grays_of(const Plan& plan);

}  // namespace platerip::separation
