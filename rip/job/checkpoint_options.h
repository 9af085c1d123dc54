// Sets and checks the checkpoints of a job. Errors have the code bad_setting.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe for different jobs.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Sets Job::checkpoint from a user's word. Errors: it is not a number from 0 to 86400.
Status set_checkpoint(Job& job, const std::string& word);

/// Checks that a later run could go on in the middle of a page. Errors: the job has checkpoints, and their interval is
/// out of range, its plates have no manifest, it has proofs, or only a GPU may make its pages.
Status check_checkpoint(const Job& job);

}  // namespace platerip::rip
