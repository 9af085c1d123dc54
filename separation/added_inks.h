// Inks of a page beside those that its colours get: spot inks, which the page brings, and inks that are made from it.
//
// Functions may throw std::bad_alloc, and whatever the functions in Settings throw. They are thread-safe.
#pragma once

#include <memory>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Whether a page needs a separator of with_added_inks(): it has inks to be added, or a colour to be left out.
bool adds_inks(const Settings& settings);

/// Makes a separator for such a page. If the page also has colours, `make` makes the separator for these. Errors: those
/// of `make`, more curves than inks, a limit or an amount outside 0 to 100 percent, or a made ink that does not suit
/// the page.
Result<std::unique_ptr<Separator>> with_added_inks(const Settings& settings,
                                                   Result<std::unique_ptr<Separator>> (*make)(const Settings&));

}  // namespace platerip::separation
