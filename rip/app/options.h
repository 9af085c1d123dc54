// The command line.
//
// Functions may throw std::bad_alloc, and nothing else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/app/stream_formats.h"
#include "rip/job/job.h"
#include "rip/runs/shard.h"

namespace platerip::rip {

/// When to show a progress bar. `automatic`: if standard error is a terminal.
enum class Progress { automatic, always, never };
/// The format of the summary of each page.
enum class SummaryFormat { none, text, json };

/// What the user asks for.
struct Options {
  Job job;
  std::vector<std::string> pages;             ///< files, or "-" alone: standard input
  std::optional<StreamFormat> stream_format;  ///< set: the plates go to standard output
  Shard shard;                                ///< which pages to make
  bool resume = false;                        ///< leave out pages that are finished; implies PlateSettings::manifest
  bool all_devices = false;                   ///< deal the pages to all GPUs; Job::device is 0 then
  Progress progress = Progress::automatic;
  SummaryFormat summary = SummaryFormat::none;
  bool quiet = false;      ///< print errors only
  bool verbose = false;    ///< also print profiles, backends, and what takes how much memory
  bool log_times = false;  ///< messages begin with the time: see read_message_options()
  bool help = false;       ///< show help_text(), nothing else
  bool version = false;    ///< show the version, nothing else
};

/// Reads the command line. Every error is wrong usage: unknown or contradictory options, values out of range, no page,
/// or an error of check_job().
Result<Options> parse_options(int argc, const char* const argv[]);

/// One option, as the manual and other front ends describe it.
struct OptionInfo {
  std::string name;      ///< without the hyphens before it
  std::string letter;    ///< its short form, such as "o"; may be empty
  std::string value;     ///< the name of its value in help; empty if it takes none
  std::string fallback;  ///< the default; may be empty
  std::string description;
};
/// The options under one title of help.
struct OptionGroup {
  std::string title;
  std::vector<OptionInfo> options;
};
/// All options, in the order of help.
std::vector<OptionGroup> option_table();

/// The options of a job that a user who prints may set: how plates are made, but not where they go or what is reported.
std::vector<OptionInfo> print_job_options();

/// Those that only the owner of a print queue may set: what the machine may use.
std::vector<OptionInfo> machine_options();

/// Those that only a user of the command line may set: what files the plates become. Options that are not a job's, such
/// as --quiet, are in none of these lists.
std::vector<OptionInfo> options_for_files();

/// The options by groups, with an example.
std::string help_text();

}  // namespace platerip::rip
