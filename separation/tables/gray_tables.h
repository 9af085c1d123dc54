// Tables of the inks of every gray. Private to separation/.
#pragma once

#include <vector>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// One table per ink, which has the ink's amount for every gray that a page with these settings can have. Alpha plays
/// no part. Errors: LittleCMS refuses the transform.
template <typename Sample>
Result<std::vector<std::vector<Sample>>> gray_tables(const Settings& settings);

}  // namespace platerip::separation
