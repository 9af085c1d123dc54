// The command line.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/app/stream_formats.h"
#include "rip/pipeline/job.h"

namespace platerip::rip {

enum class Progress { automatic, always, never };
enum class SummaryFormat { none, text, json };

struct Options {
  Job job;
  std::vector<std::string> pages;             ///< files, or "-" alone: standard input
  std::optional<StreamFormat> stream_format;  ///< set: the plates go to standard output
  bool all_devices = false;                   ///< pages are dealt to all GPUs, whatever Job::device
  Progress progress = Progress::automatic;
  SummaryFormat summary = SummaryFormat::none;
  bool quiet = false;
  bool verbose = false;
  bool help = false;     ///< show help_text(), nothing else
  bool version = false;  ///< show the version, nothing else
};

/// Errors, all of them wrong usage: unknown or contradicting options, values out of range, no page, check_job()'s.
Result<Options> parse_options(int argc, const char* const argv[]);

/// One option, for whoever offers or describes them in another way.
struct OptionInfo {
  std::string name;    ///< without the hyphens before it
  std::string letter;  ///< its short form, as "o"; may be empty
  std::string value;   ///< how help calls what follows it; empty where nothing does, "[=NAME]" where it may be left out
  std::string fallback;  ///< what it is where it is not given; may be empty
  std::string description;
};
struct OptionGroup {
  std::string title;
  std::vector<OptionInfo> options;
};
std::vector<OptionGroup> option_table();

/// Those that say how plates are made, for who prints a page: not where they go, and not what is said on the way.
std::vector<OptionInfo> job_options();

/// Those that say what of the machine is used, for its owner.
std::vector<OptionInfo> machine_options();

/// Those of a page's files, which only the command line has.
std::vector<OptionInfo> command_line_options();

/// The options by groups, with an example.
std::string help_text();

}  // namespace platerip::rip
