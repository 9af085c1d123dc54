// Spot inks of a page: their samples are printed without conversion, in addition to the press's inks.
//
// Functions may throw std::bad_alloc, and whatever the functions in Settings throw. They are thread-safe.
#pragma once

#include <memory>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Makes a separator for pages with Settings::spots. If the pages also have colours, `make` makes the separator for
/// these. Errors: those of `make`, more curves than inks, or a limit of a spot ink outside 0 to 100 percent.
Result<std::unique_ptr<Separator>> with_spot_inks(const Settings& settings,
                                                  Result<std::unique_ptr<Separator>> (*make)(const Settings&));

}  // namespace platerip::separation
