// What every backend does to a pixel. It is derived once from the settings. Private to separation/.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "separation/ink_limit.h"
#include "separation/separation.h"

namespace platerip::separation {

/// How grays, or the black of cmyk pages, are printed with black ink alone.
struct BlackAlone {
  int plane = 0;
  std::vector<std::uint16_t> amounts;  ///< for every gray or black of the page, before the curve
};

/// The samples of the page's white.
using Paper = std::array<std::uint16_t, 4>;

struct Plan {
  std::vector<std::string> inks;          ///< 3 to 8, in plane order
  std::optional<BlackAlone> black_alone;  ///< for gray, rgb and converted cmyk pages that ask for it
  std::optional<Paper> paper;             ///< if the page's white has no ink
  /// One table per ink (see curve.h), which ends at the ink's limit; empty: no ink has a curve or a limit.
  std::vector<std::vector<std::uint16_t>> curves;
  std::optional<InkLimit> ink_limit;
};

/// The greatest number of inks in a plan.
inline constexpr int max_inks = 8;

/// The profile of the inks: the press's, or the page's if that is a device link. Precondition: the page has a profile.
const profiles::Profile& profile_of_inks(const Settings& settings);

/// The intent of the transform: the settings', or the one in the header of a device link. Precondition: as above.
profiles::Intent intent_of(const Settings& settings);

/// The table of an ink, of 2^bits entries: its curve, cut off at its limit. Empty if it has neither. `ink` may be
/// beyond the last curve or limit. Errors: a limit that is none.
Result<std::vector<std::uint16_t>> table_of_ink(const Settings& settings, std::size_t ink);

/// Checks the settings, each by itself and all against each other. Errors: the first setting that does not fit.
Result<Plan> make_plan(const Settings& settings);

/// The end of a separator's description, which says how grays are printed: "" or ", grays in black alone".
std::string grays_of(const Plan& plan);

}  // namespace platerip::separation
