// Text files that appear together.
#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/output_file.h"

namespace platerip::rip {

/// Begins the file `path`, writes `text` and appends it to `files`. It gets its name with OutputFile::commit(). May
/// throw std::bad_alloc. Errors: it cannot be written.
Status add_text_file(std::vector<OutputFile>& files, const std::string& path, const std::string& text);

}  // namespace platerip::rip
