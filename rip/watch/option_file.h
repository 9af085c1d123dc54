// Files of options: the words of a command line, on any number of lines.
//
// Functions may throw std::bad_alloc, and nothing else. They are thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace platerip::rip {

/// The words in the file at `path`, split as a shell does: at spaces, but not inside '…' or "…"; a backslash takes the
/// next character as it is. Lines that begin with # are comments. Errors: the file cannot be read, or a quote has no
/// end.
Result<std::vector<std::string>> words_in_file(const std::string& path);

}  // namespace platerip::rip
