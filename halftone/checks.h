// What every backend checks of what it is given. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Values in Boundary::c of a page with these settings.
std::size_t boundary_size(const Settings& settings);

/// Errors: settings that fail check(), or fewer bytes than a backend's `workspace_bytes` says.
Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&));

/// Errors: another number of planes or plates than the page has, or fewer rows than none.
Status check_strip(const Settings& settings, const Strip& strip);

/// Errors: boundary errors of another page, or out of range.
Status check_boundary(const Settings& settings, const Boundary& boundary);

}  // namespace platerip::halftone
