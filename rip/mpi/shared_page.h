// Makes a page on all ranks together.
#pragma once

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Whether all ranks can make a page of this job together. They cannot if a method looks ahead, if pages are turned
/// upright, or if there are previews or manifests, which need all rows in one place.
bool can_share(const Job& job);

/// Makes the pages of a run one after the other, each on all ranks. To be called by all ranks together. Precondition:
/// can_share(). Throws what the steps throw.
void share_pages(Link& link, const CrewSteps& steps);

}  // namespace platerip::rip
