// Makes the files of a target page. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// Writes NAME.tif, NAME.ti2 and NAME.ti1, all or none, and returns their paths. If NAME ends in one of these
/// extensions, or in .tiff, the extension is dropped. A target of that name is replaced. Errors: those of the profile,
/// of lay_out() and of describe(); there is a NAME.tif without a NAME.ti2, so it is no target; a file cannot be
/// written.
Result<std::vector<std::string>> make_target(const TargetOrder& order);

}  // namespace platerip::rip
