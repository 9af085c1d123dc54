// `platerip calibrate`: makes a target page, and calibration curves from its measurements.
#pragma once

#include <span>

namespace platerip::rip {

/// Runs the command with the words after `calibrate`. Prints a table to standard output and messages to standard error.
/// Returns the exit status: 0 if all is done, 1 if not, 2 for wrong usage. May throw std::bad_alloc.
int calibrate(std::span<const char* const> words);

}  // namespace platerip::rip
