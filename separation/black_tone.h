// How much black ink, alone, prints a gray as dark as it is on the page. Private to separation/.
#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The black of every gray sample, 2^bits of them, as Settings defines it: never rising with the sample. It is taken
/// from an earlier page of the job where it would be the same. `black` is the channel of the press's black ink. Errors,
/// which name the profile: it has no table from inks to colour (A2B), or its black is no darker than its white.
/// Precondition: the page is gray or rgb, and has both profiles.
Result<std::vector<std::uint16_t>> black_of_grays(const Settings& settings, int black);

}  // namespace platerip::separation
