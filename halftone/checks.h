// Checks what backends are given. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Errors: the settings fail check(), or a method is neither in method_table nor given_screen.
Status check_known(const Settings& settings);

/// The same. Also an error if `workspace` has fewer bytes than `workspace_bytes` returns.
Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&));

/// Errors: the strip does not have one plane and one plate for each plane of the page; it has neighbours, but not one
/// for each plane; or `rows` or `room` is negative.
Status check_strip(const Settings& settings, const Strip& strip);

/// The same for the planes of a group (plane_groups.h). If a plane has planes beside it, nothing is checked here:
/// check_strip() has checked the strip of the whole page.
Status check_group_strip(const Settings& group, const Strip& strip);

}  // namespace platerip::halftone
