// Makes the files of a target page. May throw std::bad_alloc, and nothing else.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/calibrate/orders.h"

namespace platerip::rip {

/// Writes NAME.tif, NAME.ti2 and NAME.ti1, all or none, and returns their paths. An extension of NAME that is one of
/// these is dropped. A target of that name is replaced. Errors: the profile's, those of lay_out() and
/// describe(), NAME.tif is there but no target, or a file cannot be written.
Result<std::vector<std::string>> make_target(const TargetOrder& order);

}  // namespace platerip::rip
