// What families of workflows expect of plates.
#pragma once

#include <string>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// Sets what the workflow called `word` expects of plates: --name, --upright and --compression. Options that are set
/// later override it. Errors: no workflow has this name; the message lists all. May throw std::bad_alloc. Thread-safe
/// for different jobs.
Status set_workflow(Job& job, const std::string& word);

}  // namespace platerip::rip
