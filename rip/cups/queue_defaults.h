// What a queue's owner has set for all of its jobs.
#pragma once

#include <map>
#include <optional>
#include <string>

namespace platerip::rip {

struct AnyCase {
  bool operator()(const std::string& a, const std::string& b) const;
};
using JobOptions = std::map<std::string, std::string, AnyCase>;

/// The job options that a queue has values for ("lpadmin -o NAME-default=VALUE"), asked of the scheduler, as CUPS hands
/// them to filters together with those of the job. Nothing where no scheduler knows the queue. `queue` may be null.
std::optional<JobOptions> queue_defaults(const char* queue);

}  // namespace platerip::rip
