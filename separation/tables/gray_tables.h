// The inks of every gray. Private to separation/.
#pragma once

#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// The inks of every gray that a page of these settings can have, alpha apart: a table an ink. Errors:
/// LittleCMS refuses the transform.
template <typename Sample>
Result<std::vector<std::vector<Sample>>> gray_tables(const Settings& settings);

}  // namespace platerip::separation
