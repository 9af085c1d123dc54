// Deals pages to ranks as they become free.
#pragma once

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Makes all pages of a run. Rank 0 deals them and receives the results; on another thread it makes pages like
/// all other ranks. Pages that would make the same plates are treated as if they were made one after the other
/// (dealt_files.h). To be called by all ranks together. On ranks other than 0, it throws what the steps
/// throw; on rank 0, that ends the run.
void deal_pages(Link& link, const CrewSteps& steps);

}  // namespace platerip::rip
