// How the inks of a page are split.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "profiles/per_ink.h"
#include "rip/job/color/ink_edges.h"
#include "rip/job/color/split_file.h"
#include "rip/job/job.h"
#include "rip/strips/split_ink.h"
#include "separation/separation.h"

namespace platerip::rip {

/// The inks that a page of these inks gets because some of them are split: all that the files name (spelled_out()) but
/// the split inks themselves, in their order. Files for inks that the page does not have are left out.
std::vector<std::string> split_names(const std::vector<profiles::PerInk<SplitFile>>& files,
                                     std::span<const std::string> inks);

/// The parts of all split inks, for tones of `bits` bits. `inks`: those of the page, of which the first `before` can be
/// split; split_names() of these follow. The curves and limits of `settings`, which may end early, apply to the parts
/// of new inks; those of a split ink have applied before it is split. Errors, all of the setting `split`: those of
/// profiles::by_ink(); a new ink has the name of another one, whatever the case; a file names an ink twice.
Result<std::vector<SplitInk>> split_inks(const std::vector<profiles::PerInk<SplitFile>>& files,
                                         std::span<const std::string> inks, std::size_t before,
                                         const separation::Settings& settings, int bits);

/// Takes inks of which nothing is left off `plate_inks`. Errors: an option that acts on plates names one; an ink is
/// split and has lighter inks; the edges of a new ink are moved; or inks are to meet, and nothing is left of one.
Status suit_split(const Job& job, std::span<const SplitInk> splits, std::span<const std::string> inks,
                  std::span<const InkEdges> edges, std::vector<std::size_t>& plate_inks);

}  // namespace platerip::rip
