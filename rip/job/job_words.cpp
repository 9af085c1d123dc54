#include "rip/job/job_words.h"

#include "rip/job/job_options.h"

namespace platerip::rip {
namespace {

Status set_words(Job& job, const JobOption& option, const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (Status status = set_option(job, option.name, word); !status.ok()) return status;
  }
  return check_words(option, words);
}

}  // namespace

Status set_options(Job& job, const JobWords& words) {
  for (const auto& [name, given] : words) {
    if (find_job_option(name) == nullptr) return set_option(job, name, "");
  }
  for (const JobOption* const option : all_job_options()) {
    const auto given = words.find(option->name);
    if (given == words.end()) continue;
    if (Status status = set_words(job, *option, given->second); !status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::rip
