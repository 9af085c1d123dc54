// How the command line spells the settings of a job.
#pragma once

#include <optional>
#include <string>

namespace platerip::rip {

/// For one_line().
inline std::optional<std::string> as_option(const std::string& setting) {
  return "--" + setting;
}

}  // namespace platerip::rip
