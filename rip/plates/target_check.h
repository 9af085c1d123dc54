// Whether the files that a page is about to make may stand where they are wanted.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/kept_files.h"

namespace platerip::rip {

/// The file system is asked for each target once, and for the
/// files of `read` where a target exists. Errors: two of `targets` are one file, or one of them is a file of
/// `kept` (where there is that) or of `read`, under whatever name.
Status check_targets(std::span<const std::string> targets, const KeptFiles* kept, std::span<const std::string> read);

/// Where files are that may not be there yet: the same for all paths to one. Their folders are looked for once each.
std::vector<std::filesystem::path> places_of(std::span<const std::string> files);

/// The error of a file that is kept.
Error would_be_replaced(const std::string& file);

}  // namespace platerip::rip
