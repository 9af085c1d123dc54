// The defaults that a queue's owner has set for all of its jobs.
#pragma once

#include <map>
#include <string>

namespace platerip::rip {

/// Orders names without regard to case, as CUPS compares them.
struct AnyCase {
  bool operator()(const std::string& a, const std::string& b) const;
};
/// The values of job options by their names.
using JobOptions = std::map<std::string, std::string, AnyCase>;

/// Asks the scheduler for a queue's default job options ("lpadmin -o NAME-default=VALUE"), which CUPS merges into the
/// options of each job. Empty if no scheduler answers or it does not know the queue.
JobOptions queue_defaults(const std::string& queue);

}  // namespace platerip::rip
