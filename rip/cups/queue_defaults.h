// What a queue's owner has set for all of its jobs.
#pragma once

#include <map>
#include <string>

namespace platerip::rip {

struct AnyCase {
  bool operator()(const std::string& a, const std::string& b) const;
};
using JobOptions = std::map<std::string, std::string, AnyCase>;

/// The job options that a queue has values for ("lpadmin -o NAME-default=VALUE"), asked of the scheduler, as CUPS hands
/// them to filters together with those of the job. None where no scheduler answers or knows the queue.
JobOptions queue_defaults(const std::string& queue);

}  // namespace platerip::rip
