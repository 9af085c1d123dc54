// How the job's settings apply to the inks of a page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// The inks that get a plate, as indices in `inks`, in plane order. Errors: Job::planes names an ink that the page does
/// not have.
Result<std::vector<std::size_t>> chosen_inks(const Job& job, std::span<const std::string> inks);

/// The halftone of all inks, without screens. Each ink has the number of its place in the press profile, whichever
/// plates are made. Errors: a setting names an ink that the page does not have.
Result<std::vector<halftone::PlaneSettings>> ink_settings(const Job& job, std::span<const std::string> inks);

/// Puts planes beside those that are to be spread evenly: black beside cyan, black and cyan beside magenta. Inks that
/// the page does not have are left out, other inks are independent, and planes whose method is no tone filter, such as
/// those with screens of files, stay as they are. `plate_inks` are the inks of `planes`, as indices in `inks`. Errors:
/// an ink that must be beside another gets no plate.
Status spread_evenly(std::span<const std::string> inks, std::span<const std::size_t> plate_inks,
                     std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
