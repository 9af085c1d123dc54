// Sets the options of a job about black alone and ink limits from users' words.
//
// Functions may throw std::bad_alloc, and nothing else. Errors have the code bad_setting; the caller adds the option's
// name.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Sets what keep-black (none, k, neutral) and its older form black-only (off, pages, pixels) say. The last word of
/// either counts. black-only is never about CMYK pages.
Status set_keep_black(Job& job, const std::string& word);
Status set_black_only(Job& job, const std::string& word);

/// Sets the limit of all inks (PERCENT) or adds that of one (INK=PERCENT).
Status add_ink_limit(Job& job, const std::string& word);

}  // namespace platerip::rip
