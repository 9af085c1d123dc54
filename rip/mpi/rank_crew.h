// The ranks of an MPI run as a crew.
#pragma once

#include <nlohmann/json.hpp>

#include "rip/app/crew.h"
#include "rip/mpi/link.h"

namespace platerip::rip {

/// Makes the pages of a run on all ranks. If there are at least as many pages as ranks, each rank that is free makes
/// the next page. If there are fewer, all ranks make each page together, if the job allows (shared_page.h). The ranks
/// of a machine take its GPUs in turn.
class RankCrew : public Crew {
 public:
  /// `link` outlives this. To be made by all ranks together.
  explicit RankCrew(Link& link) : link_(link), cores_(link.share_of_cores()) {}

  /// Checks that all ranks can work together: that they have the same version and byte order. To be called by all ranks
  /// together. Errors: a rank differs from rank 0.
  Status agree();

  [[nodiscard]] bool speaks() const override { return link_.rank() == 0; }
  /// To be called by all ranks together. Errors: the pages or settings differ from those of rank 0; the options ask for
  /// pages or plates on standard streams, or for a GPU where there is none.
  Status adapt(Options& options) override;
  Status all_ready(const Status& here) override;
  void make(CrewRun& run) override;

 private:
  nlohmann::json of_rank_0(const nlohmann::json& own);

  Link& link_;
  int cores_;  // this rank's share
};

}  // namespace platerip::rip
