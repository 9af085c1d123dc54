// Inks of a page beside those that its colours get: spot inks, which the page brings, and inks that are made from it.
//
// Functions may throw std::bad_alloc, and whatever the functions in Settings throw. They are thread-safe.
#pragma once

#include <memory>
#include <optional>

#include "base/status.h"
#include "separation/separation.h"

namespace platerip::separation {

/// Whether a page needs a separator of with_added_inks(): it has inks to be added, or a colour to be left out.
bool adds_inks(const Settings& settings);

/// The settings of the page's colours alone, as if it had nothing else; nothing if it has no colours. Errors: more
/// curves than inks, or a colour that cannot be knocked out.
Result<std::optional<Settings>> colors_alone(const Settings& settings);

/// Makes a separator for such a page. If the page also has colours, `make` makes the separator for these. Errors: those
/// of `make` and of colors_alone(), a limit or an amount outside 0 to 100 percent, or a made ink that does not suit
/// the page.
Result<std::unique_ptr<Separator>> with_added_inks(const Settings& settings,
                                                   Result<std::unique_ptr<Separator>> (*make)(const Settings&));

}  // namespace platerip::separation
