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

namespace platerip::rip {

/// The plates, the preview and the manifest of a page, if a run with the same settings has finished them: its manifest
/// was made from the page's file as it is now, and each plate has the size and the SHA-256 digest that the manifest
/// says. Nothing if they must be made. Reads all the page's plates, on the job's threads, until
/// `stop`, which may be empty, returns true; then there is nothing, too. Errors: they were made with
/// other settings, by another version, or with files of settings, such as a profile, that have changed since.
Result<std::optional<std::vector<std::string>>> find_finished(const Job& job, const PageSource& page,
                                                              const std::function<bool()>& stop = {});

}  // namespace platerip::rip
