#include "rip/mpi/rank_crew.h"

#include <bit>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "rip/app/messages.h"
#include "rip/job/color/ink_settings.h"
#include "rip/job/job_options.h"
#include "rip/makers/backends.h"
#include "rip/mpi/dealt_pages.h"
#include "rip/mpi/page_messages.h"
#include "rip/mpi/shared_page.h"
#include "rip/mpi/tags.h"
#include "rip/resources/machine_memory.h"

namespace platerip::rip {
namespace {

// What all ranks must have in common, by names for messages. Settings are compared as they are read, however they were
// spelled; a rank may have threads and a GPU of its own.
nlohmann::json settings_of(const Options& options) {
  nlohmann::json settings{{"pages", options.pages},
                          {"kinds of answers", {options.help, options.version}},
                          {"pages to make", {options.shard.number, options.shard.count, options.resume}}};
  for (const JobOption* const option : all_job_options()) {
    const std::string name(option->name);
    if (name != "threads" && name != "device" && name != "gpu-memory")
      settings["--" + name] = words_of(options.job, *option);
  }
  return settings;
}

}  // namespace

Status RankCrew::agree() {
  const nlohmann::json own{PLATERIP_VERSION, static_cast<int>(std::endian::native)};
  const nlohmann::json first = of_rank_0(own);
  if (first.at(0) != own.at(0)) {
    return all_ready(Error{"is platerip-mpi " PLATERIP_VERSION ", and rank 0 is " + first.at(0).get<std::string>() +
                           "; install the same version on all machines"});
  }
  if (first.at(1) != own.at(1))
    return all_ready(Error{"its machine has another byte order than that of rank 0; use machines of one kind"});
  return all_ready({});
}

Status RankCrew::adapt(Options& options) {
  const nlohmann::json own = settings_of(options), first = of_rank_0(own);
  for (const auto& [name, value] : own.items()) {
    if (first.at(name) != value) return Error{"has other " + name + " than rank 0; give all ranks the same"};
  }
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

// What rank 0 has where this rank has `own`.
nlohmann::json RankCrew::of_rank_0(const nlohmann::json& own) {
  if (!speaks()) return from_message(link_.receive(0, tag_ready)->bytes);
  for (int rank = 1; rank < link_.size(); ++rank) link_.send(rank, tag_ready, to_message(own));
  return own;
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
