// The command line.
#pragma once

#include <string>
#include <vector>

#include "rip/job.h"
#include "status.h"

namespace platerip::rip {

enum class Progress { automatic, always, never };
enum class SummaryFormat { none, text, json };

struct Options {
  Job job;
  std::vector<std::string> pages;  ///< files
  Progress progress = Progress::automatic;
  SummaryFormat summary = SummaryFormat::none;
  bool quiet = false;
  bool verbose = false;
  bool help = false;     ///< show help_text(), nothing else
  bool version = false;  ///< show the version, nothing else
};

/// Errors: unknown or contradicting options, values out of range, no page.
Result<Options> parse_options(int argc, const char* const argv[]);

/// The options by groups, with an example.
std::string help_text();

}  // namespace platerip::rip
