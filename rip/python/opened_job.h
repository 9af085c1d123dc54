// A job with its files opened, for pages one after the other.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstdint>

#include "base/status.h"
#include "rip/job/job_words.h"
#include "rip/page/run_resources.h"

namespace platerip::python {

struct OpenedJob {
  rip::Job job;
  rip::RunResources resources;  ///< with a press

  /// Starts a GPU, if it is worth that for pages of so many bytes, and none is started yet.
  void start_gpu(std::uintmax_t page_bytes);
};

/// Makes a job of options, and opens its files. Errors: those of set_options(), check_job() and open_press().
Result<OpenedJob> open_job(const rip::JobWords& words);

}  // namespace platerip::python
