// Makes a trial smaller that a path fails, so that a person can see why.
#pragma once

#include <string>

#include "rip/selftest/trial.h"

namespace platerip::rip {

/// Leaves out hand-overs, options, rows and columns of `trial`, and takes simpler halftones, as long as `path` still
/// fails, and for about `seconds` seconds at most. Sets `what` to how it fails the trial that is left. Throws
/// what Laboratory::make() throws.
void shrink(Trial& trial, std::string& what, Laboratory& laboratory, const Path& path, double seconds);

}  // namespace platerip::rip
