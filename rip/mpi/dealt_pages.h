// Deals pages to ranks as they become free.
#pragma once

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Makes all pages of a run. Rank 0 deals them and receives the results; in another thread it makes pages like the
/// other ranks. Pages that would make the same plates are treated as if they were made one after the other
/// (dealt_files.h). To be called by all ranks together. If a step throws, rank 0 ends the run; on other ranks, this
/// function throws the same.
void deal_pages(Link& link, CrewRun& run);

}  // namespace platerip::rip
