// How much black ink alone prints a gray of the page equally dark. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The amount of black for each of the 2^bits gray samples, or samples of black of a cmyk page, as Settings defines it.
/// It never falls as they get darker.
/// Takes the table of an earlier page of the job if it would be the same. `black` is the channel of the press's black
/// ink. Errors, which name the profile: it has no table from inks to colour (A2B), or its black is no darker than its
/// white. Precondition: the page is gray,
/// rgb or cmyk, and has a profile.
Result<std::vector<std::uint16_t>> black_of_grays(const Settings& settings, int black);

}  // namespace platerip::separation
