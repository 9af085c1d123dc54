// Makes the files of a target page. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// Writes NAME.tif, NAME.ti2 and NAME.ti1; for plates of more than 2 levels, NAME.INK.tif for each ink and NAME.ti2.
/// Writes all or none, and returns their paths. If NAME ends in one of these extensions, or in .tiff, the extension is
/// dropped. A target of that name is replaced. Errors: those of the profile, of lay_out() and of describe(); a TIFF of
/// that name is no target, because there is no NAME.ti2; a file cannot be written.
Result<std::vector<std::string>> make_target(const TargetOrder& order);

}  // namespace platerip::rip
