// What every backend does to a pixel, worked out once from the settings. Private to separation/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/ink_limit.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Grays go to one ink alone.
struct BlackAlone {
  int plane = 0;
  std::vector<std::uint16_t> amounts;  ///< of every gray, before the curve
};

struct Plan {
  std::vector<std::string> inks;                   ///< 3 to 8, in plane order
  std::optional<BlackAlone> black_alone;           ///< of a page of gray or rgb that has it
  std::vector<std::vector<std::uint16_t>> curves;  ///< a table per ink (see curve.h); empty: no ink has a curve
  std::optional<InkLimit> ink_limit;
};

/// The most inks that a plan has.
inline constexpr int max_inks = 8;

/// Checks the settings, each alone and against each other. Errors: the first that does not fit.
Result<Plan> make_plan(const Settings& settings);

/// How grays are done, for a separator's description to end with: "" or ", grays in black alone".
std::string grays_of(const Plan& plan);

}  // namespace platerip::separation
