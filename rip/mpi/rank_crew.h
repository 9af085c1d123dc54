// The ranks of an MPI run as a crew.
#pragma once

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Makes the pages of a run on all ranks. If there are at least as many pages as ranks, each page is made by one rank,
/// the next one that is free. If there are fewer, all ranks make each page together, if the job allows (shared_page.h).
class RankCrew : public Crew {
 public:
  /// `link` outlives this.
  explicit RankCrew(Link& link) : link_(link) {}

  [[nodiscard]] bool speaks() const override { return link_.rank() == 0; }
  /// Errors: pages or plates on standard streams, or a GPU.
  Status adapt(Options& options) override;
  Status all_ready(const Status& here) override;
  void make(const CrewSteps& steps) override;

 private:
  Link& link_;
};

}  // namespace platerip::rip
