// Checks the files that a page is about to make.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/kept_files.h"

namespace platerip::rip {

/// Checks that no two of `targets` are the same file, and that none of them is a file in `kept` (which may be null) or
/// in `read`, whatever its path. Queries the file system once per target, and for the files in `read` only if a target
/// exists. Errors: such a conflict.
Status check_targets(std::span<const std::string> targets, const KeptFiles* kept, std::span<const std::string> read);

/// Canonical paths of files that need not exist: equal for all paths to the same file. Each folder is resolved once.
std::vector<std::filesystem::path> places_of(std::span<const std::string> files);

/// The canonical path of a folder that need not exist.
std::filesystem::path canonical_folder(const std::filesystem::path& folder);

/// The error for a file that must not be replaced.
Error would_be_replaced(const std::string& file);

}  // namespace platerip::rip
