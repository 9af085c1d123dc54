// Point processes (threshold, Bayer) on the CPU: compares blocks of samples with thresholds in units of samples.
// Private to halftone/cpu/.
#pragma once

#include <memory>

#include "halftone/halftone.h"

namespace platerip::halftone::cpu {

/// Precondition: the settings pass check(), and all planes have one method, a point process. Needs no workspace.
std::unique_ptr<Halftoner> make_points(const Settings& settings);

}  // namespace platerip::halftone::cpu
