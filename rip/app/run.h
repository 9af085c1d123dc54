// One run of the command: opens its pages, makes their plates and reports on them.
#pragma once

#include "base/status.h"
#include "rip/app/options.h"

namespace platerip::rip {

class Crew;

/// The exit statuses of the command.
constexpr int all_done = 0;
constexpr int page_failed = 1;
constexpr int wrong_usage = 2;
constexpr int signal_came = 128;  ///< plus the signal's number

/// The exit status of a command that has not done all: signal_came + N if signal N has come, else page_failed.
int failure_status();

/// Says that the command was used wrongly. Returns wrong_usage.
int refused(const Error& error);

/// Makes the pages of the options, and returns the exit status. With GPUs, it ends the process instead, with that
/// status. `crew`: see command(). To be called once in a process. Throws std::bad_alloc, and what the crew throws.
int run_command(const Options& options, Crew* crew);

}  // namespace platerip::rip
