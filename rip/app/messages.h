// What the command says to its user. One thread at a time.
#pragma once

#include <string>

#include "base/status.h"

namespace platerip::rip {

/// Makes all functions of this file say nothing, because another process of the crew speaks.
void be_silent();

/// From now on, each line on standard error begins with the local time in ISO 8601, such as 2026-11-26T15:04:05+01:00.
void say_times();

/// Prints one line to standard error. Control characters, which file names may contain, become spaces.
void say(std::string message);

/// The same from any process of the crew, for an error that ends all of them.
void say_always(std::string message);

/// The same with a level of syslog before the line, as <3>, if `level` is not 0.
void say_at(int level, std::string message);

/// Prints an error like say(). Settings are called by their options, and `rest` is appended.
void say_error(const Error& error, const char* rest = "");

/// Prints to standard output. Errors: it cannot be written.
Status print(const std::string& text);

}  // namespace platerip::rip
