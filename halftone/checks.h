// What every backend checks of what it is given. Private to halftone/.
#pragma once

#include <cstddef>
#include <span>

#include "halftone/halftone.h"

namespace platerip::halftone {

/// Errors: settings that fail check(), a method of another table than method_table.
Status check_known(const Settings& settings);

/// The same; and fewer bytes than a backend's `workspace_bytes` says.
Status check_workspace(const Settings& settings, std::span<std::byte> workspace,
                       std::size_t (*workspace_bytes)(const Settings&));

/// Errors: another number of planes or plates than the page has, or a number of rows less than none.
Status check_strip(const Settings& settings, const Strip& strip);

}  // namespace platerip::halftone
