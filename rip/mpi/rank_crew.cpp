#include "rip/mpi/rank_crew.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rip/app/messages.h"
#include "rip/job/color/ink_settings.h"
#include "rip/makers/backends.h"
#include "rip/mpi/dealt_pages.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/shared_page.h"
#include "rip/mpi/tags.h"
#include "rip/resources/machine_memory.h"

namespace platerip::rip {

Status RankCrew::agree(int argc, const char* const argv[]) {
  const nlohmann::json own{PLATERIP_VERSION, static_cast<int>(std::endian::native), std::vector(argv + 1, argv + argc)};
  if (speaks()) {
    for (int rank = 1; rank < link_.size(); ++rank) link_.send(rank, tag_ready, to_message(own));
    return all_ready({});
  }
  const nlohmann::json first = from_message(link_.receive(0, tag_ready)->bytes);
  if (first.at(0) != own.at(0)) {
    return all_ready(Error{"is platerip-mpi " PLATERIP_VERSION ", and rank 0 is " + first.at(0).get<std::string>() +
                           "; install the same version on all machines"});
  }
  if (first.at(1) != own.at(1))
    return all_ready(Error{"its machine has another byte order than that of rank 0; use machines of one kind"});
  if (first.at(2) != own.at(2)) return all_ready(Error{"has other arguments than rank 0; give all ranks the same"});
  return all_ready({});
}

Status RankCrew::adapt(Options& options) {
  if (options.job.threads == 0) options.job.threads = cores_;
  // All ranks cut a shared page into the same strips, also those with fewer cores.
  options.job.default_memory = growing_memory(std::size_t{128} << 20, link_.ranks_on_machine());
  if (options.help || options.version) return {};
  if (options.stream_format || options.pages.front() == "-")
    return Error{"several ranks cannot share standard input or output; name files, or take platerip",
                 ErrorCode::unsupported};
  options.all_devices = false;  // each rank has one
  return check_backend(options.job.backend, options.job.device);
}

// Every rank tells rank 0 how it is, and rank 0 tells every rank the first error.
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

void RankCrew::make(CrewRun& run) {
  const Job& job = run.options().job;
  const auto ranks = static_cast<std::size_t>(link_.size());
  const auto note = [&](const std::string& line) {
    if (speaks() && !run.options().quiet) say(line);
  };
  const std::string why_not = why_not_shared(job);
  const bool is_dealt = run.count() >= ranks || !why_not.empty();
  const bool is_searched = search_effort(job).has_value();
  if (is_dealt || is_searched) run.start_gpu(link_.rank_on_machine());
  if (is_dealt) {
    if (run.count() < ranks) note("each page is made by one rank, because " + why_not + "; the other ranks are idle");
    return deal_pages(link_, run);
  }
  if (!is_searched && use_of(job.backend) == Use::gpu)
    note("the ranks make each page on their cores, because GPUs share only pages by dbs, les or pes");
  share_pages(link_, run);
}

}  // namespace platerip::rip
