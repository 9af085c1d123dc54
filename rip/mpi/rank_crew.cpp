#include "rip/mpi/rank_crew.h"

#include <nlohmann/json.hpp>
#include <string>

#include "rip/mpi/dealt_pages.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/shared_page.h"
#include "rip/mpi/tags.h"

namespace platerip::rip {

Status RankCrew::adapt(Options& options) {
  const int share = link_.share_of_cores();
  if (options.job.threads == 0) options.job.threads = share;
  if (options.help || options.version) return {};
  if (options.stream_format || options.pages.front() == "-")
    return Error{"several ranks cannot share standard input or output; name files, or take platerip",
                 ErrorCode::unsupported};
  if (options.job.backend == "cuda" || options.all_devices)
    return Error{"ranks use the cores, not GPUs", ErrorCode::unsupported, {{.setting = "backend", .value = "auto"}}};
  return {};
}

// Every rank tells rank 0, which tells every rank the first error.
Status RankCrew::all_ready(const Status& here) {
  link_.send(0, tag_ready, to_message(json_of(here)));
  if (!speaks()) return status_of(from_message(link_.receive(0, tag_ready)->bytes));
  Status all;
  for (int rank = 0; rank < link_.size(); ++rank) {
    const Status ready = status_of(from_message(link_.receive(rank, tag_ready)->bytes));
    if (ready.ok() || !all.ok()) continue;
    all = rank == 0 ? ready : ready.error().about("rank " + std::to_string(rank));
  }
  for (int rank = 1; rank < link_.size(); ++rank) link_.send(rank, tag_ready, to_message(json_of(all)));
  return all;
}

void RankCrew::make(const CrewSteps& steps) {
  const bool is_shared = steps.pages < static_cast<std::size_t>(link_.size()) && can_share(steps.job);
  is_shared ? share_pages(link_, steps) : deal_pages(link_, steps);
}

}  // namespace platerip::rip
