// `platerip selftest`: compares all that this machine can make plates with.
#pragma once

#include <span>

#include "rip/selftest/paths.h"
#include "rip/selftest/selftest_options.h"

namespace platerip::rip {

/// Runs the command with the words after `selftest`. Prints a table to standard output and messages to standard error.
/// Returns the exit status: 0 if all plates are the same, 1 if not, 2 for wrong usage, 128 + N after signal N. To be
/// called once in a process. May throw std::bad_alloc, or std::system_error if no thread can be started.
int selftest(std::span<const char* const> words);

/// The same for words that were read, with these paths.
int run_selftest(const SelftestOptions& options, Paths paths);

}  // namespace platerip::rip
