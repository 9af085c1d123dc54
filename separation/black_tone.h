// The amount of black ink that, printed alone, is as dark as a gray of the page. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The amount of black for each of the 2^bits gray samples, or black samples of a cmyk page, as Settings defines it. It
/// never falls as they get darker. Reuses the table of the job's last page if it would be the same. `black` is the
/// channel of the press's black ink. Errors: a profile has no table from inks to colour (A2B), or its black is no
/// darker than its white. The message names the profile. Precondition: the page is gray, rgb or cmyk, and has a
/// profile.
Result<std::vector<std::uint16_t>> black_of_grays(const Settings& settings, int black);

}  // namespace platerip::separation
