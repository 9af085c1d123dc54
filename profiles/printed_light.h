// The colours that a press profile expects of ink amounts. Private to platerip.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "base/status.h"
#include "profiles/profile.h"

namespace platerip::profiles {

/// The light that prints reflect, as X, Y and Z relative to the paper, by the profile's table from inks to colour
/// (A2B1, else A2B0). `amounts`: interleaved ink amounts of prints, one for each of `press.channels()`, in percent.
/// May throw std::bad_alloc. Thread-safe. Errors: the profile has no usable table.
Result<std::vector<std::array<double, 3>>> printed_light(const Profile& press, std::span<const double> amounts);

}  // namespace platerip::profiles
