// Checks the files that a page is about to make.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "rip/plates/kept_files.h"

namespace platerip::rip {

/// Checks the files that a page would make: no two of `targets` may be the same file, and none may be a file in `kept`
/// (which may be null) or in `read`, whatever its path. Asks the file system once for each target, and for the files in
/// `read` only if a target exists. Errors: a file would be made twice, or would be replaced.
Status check_targets(std::span<const std::string> targets, const KeptFiles* kept, std::span<const std::string> read);

/// The canonical paths of files, which need not exist. Paths to the same place become equal. Each folder is resolved
/// once.
std::vector<std::filesystem::path> places_of(std::span<const std::string> files);

/// The canonical path of a folder that need not exist.
std::filesystem::path canonical_folder(const std::filesystem::path& folder);

/// The error for a file that must not be replaced.
Error would_be_replaced(const std::string& file);

}  // namespace platerip::rip
