// Jobs from words by name, as front ends get them.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/job/job.h"

namespace platerip::rip {

/// The words that a user gives for options, by the names of these. An option without words stays as it is.
using JobWords = std::map<std::string, std::vector<std::string>, std::less<>>;

/// Sets options of `job`, in the order of the table, so that "for" comes before the options that it sets. Errors: those
/// of set_option() and check_words().
Status set_options(Job& job, const JobWords& words);

}  // namespace platerip::rip
