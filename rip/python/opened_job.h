// A job with its files opened, for pages one after the other.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include "base/status.h"
#include "rip/job/job_words.h"
#include "rip/page/run_resources.h"

namespace platerip::python {

struct OpenedJob {
  rip::Job job;
  rip::RunResources resources;  ///< with a press
};

/// Makes a job of options, and opens its files. Errors: those of set_options(), check_job() and open_press().
Result<OpenedJob> open_job(const rip::JobWords& words);

}  // namespace platerip::python
