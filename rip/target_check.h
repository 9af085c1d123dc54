// Whether the files that a page is about to make may stand where they are wanted.
#pragma once

#include <span>
#include <string>

#include "status.h"

namespace platerip::rip {

/// Files are told apart by what they are, not by how their paths are written. Errors: two of `targets` are one file, or
/// one of them is a file of `keep`, under whatever name.
Status check_targets(std::span<const std::string> targets, std::span<const std::string> keep);

}  // namespace platerip::rip
