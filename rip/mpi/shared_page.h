// Makes a page on all ranks together.
#pragma once

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Why all ranks cannot make a page of this job together; "" if they can. Reasons: pages are turned upright; or
/// there are proofs or checkpoints, which need all rows in one place.
std::string why_not_shared(const Job& job);

/// Makes the pages of a run one after the other, each on all ranks. To be called by all ranks together. Precondition:
/// why_not_shared() is "". Throws what `run` throws.
void share_pages(Link& link, CrewRun& run);

}  // namespace platerip::rip
