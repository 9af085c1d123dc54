// Options that a job sets in vain.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <span>
#include <vector>

#include "halftone/halftone.h"
#include "rip/job/job.h"
#include "rip/job/page_report.h"

namespace platerip::rip {

/// Remarks on the options of the job that have no effect on a page, because none of its planes has a method that takes
/// them, or because its inks pass through unchanged. An option with its default value is not set.
std::vector<Remark> idle_options(const Job& job, std::span<const halftone::PlaneSettings> planes, bool passes_through);

}  // namespace platerip::rip
