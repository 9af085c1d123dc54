// Checks of what backends are given. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Errors: settings that fail check(), or a method that is neither in method_table nor given_screen.
Status check_known(const Settings& settings);

/// The same, and an error if there are fewer bytes than `workspace_bytes` says.
Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&));

/// Errors: not one plane and one plate for each plane of the page, or a negative number of rows.
Status check_strip(const Settings& settings, const Strip& strip);

/// The same for the planes of a group (plane_groups.h). The strips of a plane with planes beside it are checked with
/// the page alone.
Status check_group_strip(const Settings& group, const Strip& strip);

}  // namespace platerip::halftone
