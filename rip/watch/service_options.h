// The command lines of `platerip watch`, `platerip status` and `platerip jobs`.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// Where `platerip status` and `platerip jobs` look if nobody names a file.
inline constexpr const char* usual_status_file = "/run/platerip/status.json";

/// What a service does.
struct ServiceOptions {
  std::vector<std::string> queues;     ///< folders
  std::optional<std::string> config;   ///< a file with more options, which may be changed while the service runs
  std::optional<std::string> status;   ///< a file for the state, in JSON
  std::optional<std::string> metrics;  ///< a file for the state, in the text format of Prometheus
  double steady = 5;                   ///< seconds after which a page that does not change is complete
  double look = 2;                     ///< seconds between two looks at the folders
  double patience = 60;                ///< seconds without a sign of life, after which a service is taken for dead
  double retry = 10;                   ///< seconds after which what could not be done is tried again
  double idle = 600;                   ///< seconds after which what is not used is given back
  int jobs = 0;                        ///< that are made at the same time; 0: as the cores allow
  int threads = 0;                     ///< of all jobs together; 0: one per core
  bool help = false;
};

/// One option, as help and the manual describe it.
struct ServiceOption {
  std::string_view name;
  std::string_view value;
  std::string_view fallback;
  std::string_view description;
  Status (*set)(ServiceOptions& options, const std::string& word);
};

/// All of them, in the order of help.
std::span<const ServiceOption> service_options();

/// Reads the words after `watch`, and the file that --config names. The words count more than the file. Folders in the
/// file are relative to its own. Errors: wrong usage, or the file cannot be read.
Result<ServiceOptions> parse_service_options(std::span<const char* const> words);

/// The help of `platerip watch`.
std::string watch_help();

}  // namespace platerip::rip
