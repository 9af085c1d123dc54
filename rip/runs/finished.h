// Finds out what an earlier run has finished.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"
#include "rip/pages/page_source.h"
#include "rip/records/made_with.h"

namespace platerip::rip {

/// The paths of a page's plates, proofs and manifest, in this order, if a run like this one, `now`, has finished them.
/// The page's file must not have changed since. Each plate must have the size and the SHA-256 digest in the manifest,
/// and each proof must not be empty. Returns nothing if the page must be made, or when `stop`, which may be empty,
/// returns true. Reads all plates, on the job's threads. Errors: the plates were made with other settings or by another
/// version, or a file that the settings name, such as a profile, has changed since.
Result<std::optional<std::vector<std::string>>> find_finished(const Job& job, const MadeWith& now,
                                                              const PageSource& page,
                                                              const std::function<bool()>& stop = {});

}  // namespace platerip::rip
