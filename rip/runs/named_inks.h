// Checks the inks that a job names against the pages of its files. May throw std::bad_alloc, and nothing else.
// Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/job/open_press.h"

namespace platerip::rip {

/// check_ink_names() with the spot inks of all pages of `files`. These are opened only if the job names an ink that the
/// press does not have; not if they are "-", standard input.
Status check_named_inks(const Job& job, const Press& press, const std::vector<std::string>& files);

}  // namespace platerip::rip
