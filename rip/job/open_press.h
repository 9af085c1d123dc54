// Opens what a job prints with.
#pragma once

#include <memory>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// The files that a job names, opened once: profiles, curves and screens. Nothing changes a press, so pages, threads
/// and runs can share it.
struct Press;

/// Opens the files that the job names, and checks them as far as this is possible without a page. Without a press
/// profile, the one built into the program is used. Errors name the file. May throw std::bad_alloc, and nothing else.
/// Thread-safe.
Result<std::shared_ptr<const Press>> open_press(const Job& job);

}  // namespace platerip::rip
