// What the command says to its user. One thread at a time.
#pragma once

#include <string>

#include "base/status.h"

namespace platerip::rip {

/// Makes all functions of this file say nothing, because another process of the crew speaks.
void be_silent();

/// Prints one line to standard error. Control characters, which file names may contain, become spaces.
void say(std::string message);

/// Prints an error like say(). Settings are called by their options, and `rest` is appended.
void say_error(const Error& error, const char* rest = "");

/// Prints to standard output. Errors: it cannot be written.
Status print(const std::string& text);

}  // namespace platerip::rip
