// Point processes (threshold, Bayer) at the speed of the processor: pixels are compared, many at a time, with
// thresholds in the plane's own units. Private to halftone/cpu/.
#pragma once

#include <memory>

#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

/// Precondition: the settings pass check(), and all planes have one method, a point process. Needs no workspace.
std::unique_ptr<Halftoner> make_points(const Settings& settings);

}  // namespace platerip::halftone::cpu
