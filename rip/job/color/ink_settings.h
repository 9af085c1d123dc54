// How the job's settings apply to the inks of a page.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "halftone/halftone.h"
#include "halftone/screens/supercell.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// The inks that get a plate, as indices in `inks`, in plane order. Errors: Job::planes names an ink that the page does
/// not have.
Result<std::vector<std::size_t>> chosen_inks(const Job& job, std::span<const std::string> inks);

/// The halftone settings of all inks, without screens, in plane order. Each ink is numbered by its place in `inks`,
/// whichever plates are made. A search is for an eye that suits the plates' resolution (halftone::eye_for()). Errors: a
/// setting names an ink that the page does not have.
Result<std::vector<halftone::PlaneSettings>> ink_settings(const Job& job, std::span<const std::string> inks,
                                                          const halftone::Dpi& resolution);

/// How long the job's search goes on; its eye is left at the default. Nothing if its method is no search.
std::optional<halftone::SearchEffort> search_effort(const Job& job);

/// Lets dots of different inks meet as the job says: sets PlaneSettings::beside of `planes` for even inks, and
/// PlaneSettings::shade for inks searched together. `plate_inks`: the inks of `planes`, as indices in `inks`.
///
/// Even: the dots of cyan are spread over those of black, and the dots of magenta over those of black and cyan, if
/// their methods are tone filters. Together: black, cyan, magenta and yellow, if their method is dbs. Inks that the
/// page does not have are left out. Other inks, and those with screen files, stay independent. Errors: an ink's dots
/// would depend on those of an ink without a plate.
Status let_inks_meet(Inks how, std::span<const std::string> inks, std::span<const std::size_t> plate_inks,
                     std::vector<halftone::PlaneSettings>& planes);

}  // namespace platerip::rip
