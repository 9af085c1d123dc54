// Whether the files that a page is about to make may stand where they are wanted.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "status.h"

namespace platerip::rip {

/// Files are told apart by what they are, not by how their paths are written. Errors: two of `targets` are one file, or
/// one of them is a file of `keep`, under whatever name.
Status check_targets(std::span<const std::string> targets, std::span<const std::string> keep);

/// Where a file is that may not be there yet: the same for all paths to it.
std::filesystem::path place_of(const std::filesystem::path& path);

/// The error of a file of `keep`.
Error would_be_replaced(const std::string& file);

}  // namespace platerip::rip
