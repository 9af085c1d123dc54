// Keeps the page of a trial that a path has failed, and says how to repeat it.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/selftest/comparison.h"

namespace platerip::rip {

/// Writes the page as a TIFF of this path, without compression. Errors: the file cannot be written.
Status keep_page(const Pixels& page, const std::string& path);

/// The command that compares the page in `file` again.
std::string repeating(const Failure& failure, const std::string& file);

}  // namespace platerip::rip
