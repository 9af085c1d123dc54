// Spot inks of a page: samples that are printed as they are, beside the inks that its colours become.
//
// Functions may throw std::bad_alloc, and what the settings' functions throw. They are thread-safe.
#pragma once

#include <memory>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Makes a separator of pages with Settings::spots: `make` makes the one of their colours, if they have any. Errors:
/// those of `make`, or more curves than inks.
Result<std::unique_ptr<Separator>> with_spot_inks(const Settings& settings,
                                                  Result<std::unique_ptr<Separator>> (*make)(const Settings&));

}  // namespace platerip::separation
