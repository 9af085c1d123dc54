// Sets a job's options for black ink alone, for ink limits and for how inks meet from users' words.
//
// Functions may throw std::bad_alloc, and nothing else. Errors have the code bad_setting; the caller adds the option's
// name.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Set which parts of a page print with black ink alone: keep-black takes none, k or neutral; its older form black-only
/// takes off, pages or pixels, and never changes CMYK pages. The option that is set last counts.
Status set_keep_black(Job& job, const std::string& word);
Status set_black_only(Job& job, const std::string& word);

/// Sets the limit of all inks (PERCENT) or adds that of one (INK=PERCENT).
Status add_ink_limit(Job& job, const std::string& word);

/// Sets how dots of different inks meet.
Status set_inks(Job& job, const std::string& word);

/// Checks that the job's halftone and levels suit Job::inks.
Status check_inks(const Job& job);

}  // namespace platerip::rip
